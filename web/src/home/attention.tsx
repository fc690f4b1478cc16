/** What needs its owner: orders that were refused or lack money, bots without requests, money on hold. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Answered } from '../api/client';
import { useAnswer } from '../api/queries';
import { format } from '../parts/format';
import { Panel, Tag } from '../parts/page';
import { useProfile } from '../session/profile';
import { home } from '../words';

const SHOWN = 5;

interface Item {
  key: string;
  href: string;
  name: string;
  what: string;
  more?: string;
  isBad?: boolean;
}

export function Attention(props: {
  hasBots: boolean;
  orders: readonly { order_id: number; name: string; real_price: number }[];
}): ReactNode {
  const { hasBots, orders } = props;
  const { balance, held } = useProfile();
  const refused = useAnswer('/orders#list', { limit: SHOWN, status: 'Rejected' });
  const silent = useAnswer('/figures#silent_bots', {}, { isOn: hasBots });
  const wallet = useAnswer('/wallet#info', {}, { isOn: held > 0 });
  const silence = silent.data?.result;
  const items: Item[] = [
    ...(refused.data?.response.orders ?? []).map((order) => ({
      key: `refused ${String(order.order_id)}`,
      href: `/orders/${String(order.order_id)}`,
      name: order.name,
      what: home.refused,
      isBad: true,
    })),
    ...orders
      .filter(({ real_price }) => real_price > balance)
      .map((order) => ({
        key: `poor ${String(order.order_id)}`,
        href: '/wallet',
        name: order.name,
        what: home.noMoney({ price: format.price(order.real_price) }),
        isBad: true,
      })),
    ...(silence?.bots ?? []).map((bot) => ({
      key: `silent ${String(bot.bot_id)}`,
      href: `/bots/${String(bot.bot_id)}/code`,
      name: bot.bot_name,
      what: home.silent({ days: silence?.days ?? 0 }),
    })),
  ];
  const info = wallet.data?.result;
  if (held > 0 && info !== undefined)
    items.push({
      key: 'held',
      href: '/wallet',
      name: format.money(held),
      what: info.held_bots.length > 0 ? home.heldByModerator : home.heldFor({ hours: info.hold_hours }),
      more: releasesIn(info.releases),
    });
  if (items.length === 0) return null;
  return (
    <Panel title={home.attention}>
      <div className="stack tight">
        {items.map(({ key, href, name, what, more = '', isBad = false }) => (
          <div key={key}>
            <div className="row between">
              <Link href={href} className="strong break">
                {name}
              </Link>
              <Tag tone={isBad ? 'bad' : 'warn'}>{what}</Tag>
            </div>
            {more !== '' && <div className="soft small">{more}</div>}
          </div>
        ))}
      </div>
    </Panel>
  );
}

type Releases = Answered<'/wallet#info'>['result']['releases'];

function releasesIn({ next_at, in_day, in_week, is_partial }: Releases): string {
  if (next_at === null) return '';
  const amounts = { day: format.money(in_day), week: format.money(in_week) };
  const sums = is_partial === 1 ? home.releasesAtLeast(amounts) : home.releases(amounts);
  return `${home.nextRelease({ at: format.moment(next_at) })} ${sums}`;
}
