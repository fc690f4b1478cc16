/** The cabinet's figures of all orders or of all bots. */
import type { ReactNode } from 'react';
import { AllBots, AllOrders } from './all';

export default function FiguresPage({ of }: { of: string }): ReactNode {
  return of === 'bots' ? (
    <AllBots addressOf={(id) => `/bots/${String(id)}/figures`} />
  ) : (
    <AllOrders addressOf={(id) => `/orders/${String(id)}/figures`} />
  );
}
