/** Keeps a bot out of an order, or a sponsor out of bots, and takes it back. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReported } from '../api/queries';
import { bots, orders } from '../words';
import { say } from './toast';

/** @param about without `bot_id`: all bots of the reader */
export function Excluding(props: {
  about: { context: 'advertiser' | 'publisher'; ads_id: number; bot_id?: number };
  isExcluded: boolean;
  /** What is kept out, for who does not see the row. */
  name: string;
}): ReactNode {
  const { about, isExcluded, name } = props;
  // What is out of all bots stays out of one.
  const set = useReported('/toggle-exclusion', ['/exclusions', '/figures'], ({ result }) => {
    if (isExcluded && result.is_excluded) say(bots.excludedInAll, true);
  });
  const text = isExcluded ? orders.unexcludeBot : bots.exclude;
  return (
    <Button
      size="compact-xs"
      variant={isExcluded ? 'light' : 'default'}
      aria-label={`${text}: ${name}`}
      loading={set.isPending}
      onClick={() => set.mutate({ action: isExcluded ? 'activate' : 'exclude', ...about })}
    >
      {text}
    </Button>
  );
}
