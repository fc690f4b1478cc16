/** An order as a moderator sees it: the target of the link, the audience and the owner. */
import { Button, Select } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Answered } from '../api/client';
import { useReported } from '../api/queries';
import type { Parameters } from '../orders/form';
import { Paused, OrderStatus } from '../orders/status';
import { chosenOf, kindOf, useValues } from '../orders/values';
import { format } from '../parts/format';
import { useKeys } from '../parts/keys';
import { Notice, Panel, Small, Tag } from '../parts/page';
import { Sure } from '../parts/sure';
import { addressOf } from '../session/messenger';
import { useProfile } from '../session/profile';
import { approving } from '../theme';
import { common, moderation, orders } from '../words';

export type ModeratedCard = Answered<'/moderation#card'>['result'];

/** @param props.children what can be done about it */
export function Card(props: { card: ModeratedCard; children: ReactNode }): ReactNode {
  const { card, children } = props;
  const values = useValues();
  const { service } = useProfile();
  const { order } = card;
  const demands = useMemo(
    () => (values === null ? [] : chosenOf(values, order.user_parameters as Parameters)),
    [values, order],
  );
  return (
    <div className="stack wide">
      <Panel isStack>
        <div className="row top between">
          <div className="row top">
            {card.logo !== '' && (
              <img src={card.logo} width={48} height={48} alt="" style={{ borderRadius: 10 }} />
            )}
            <div>
              <h2 className="break">{card.title || order.name}</h2>
              <a
                href={addressOf(service, order.link)}
                target="_blank"
                rel="noreferrer noopener"
                className="break"
              >
                {order.link}
              </a>
              {card.shown_link !== order.link && (
                <div className="small break">{moderation.shownLink({ link: card.shown_link })}</div>
              )}
              <div className="soft small">
                {values !== null && kindOf(values, order).label}
                {card.members !== null && ` · ${moderation.members({ count: card.members })}`}
              </div>
            </div>
          </div>
          <OrderStatus status={order.status} />
        </div>
        {card.missing.length > 0 && (
          <Notice tone="warn">
            <span className="strong">{moderation.missing}</span>
            {card.missing.map((problem) => (
              <span key={problem}>{orders.problems[problem]}</span>
            ))}
          </Notice>
        )}
        <Paused of={order} />
        {card.is_link_blocked && <BlockedLink orderId={order.order_id} />}
        <dl className="pairs">
          <dt>{common.name}</dt>
          <dd>{order.name}</dd>
          <dt>{orders.quantity}</dt>
          <dd>
            {format.whole(order.quantity_all)} × {format.price(order.real_price)} ={' '}
            {format.money(order.quantity_all * order.real_price)}
          </dd>
          <dt>{orders.audience}</dt>
          <dd>
            <div className="row chips">
              {demands.length === 0
                ? orders.audienceHint
                : demands.map((demand) => <Tag key={`${demand.field}${demand.value}`}>{demand.text}</Tag>)}
            </div>
          </dd>
        </dl>
        {children}
      </Panel>
      <Owner card={card} />
    </div>
  );
}

function BlockedLink({ orderId }: { orderId: number }): ReactNode {
  const unblock = useReported('/moderation#unblock_link', ['/moderation'], moderation.linkUnblocked);
  return (
    <Notice tone="bad">
      <p>{moderation.linkBlocked}</p>
      <div>
        <Small loading={unblock.isPending} onClick={() => unblock.mutate({ order_id: orderId })}>
          {moderation.unblock}
        </Small>
      </div>
    </Notice>
  );
}

/** The decision about an order that waits. */
export function Decisions(props: {
  card: ModeratedCard;
  approve: (theme?: string) => void;
  reject: () => void;
  isBusy: boolean;
}): ReactNode {
  const { card, approve, reject, isBusy } = props;
  const values = useValues();
  const { order } = card;
  const [theme, setTheme] = useState<string | null>(null);
  const block = useReported('/moderation#block_link', ['/moderation']);
  const yes = (): void => approve(theme ?? undefined);
  // As the buttons, with the theme that is chosen.
  useKeys({ a: yes, r: reject });
  return (
    <>
      <Select
        label={moderation.theme}
        data={values?.adThemes ?? []}
        value={theme ?? order.theme}
        searchable
        clearable={theme !== null}
        onChange={setTheme}
      />
      <div className="row">
        <Button color={approving} loading={isBusy} onClick={yes}>
          {moderation.approve} <kbd style={{ marginLeft: 8 }}>a</kbd>
        </Button>
        <Button variant="default" disabled={isBusy} onClick={reject}>
          {moderation.reject} <kbd style={{ marginLeft: 8 }}>r</kbd>
        </Button>
        <Sure
          size="sm"
          variant="subtle"
          label={moderation.block}
          question={moderation.blockSure}
          then={() => block.mutate({ order_id: order.order_id })}
        />
      </div>
    </>
  );
}

function Owner({ card }: { card: ModeratedCard }): ReactNode {
  const { account, history } = card;
  return (
    <Panel isStack title={moderation.owner}>
      <div className="row">
        <span className="strong break">{account.first_name}</span>
        {account.username !== '' && <span className="soft">@{account.username}</span>}
        <span className="soft small">
          {account.account_id} · {moderation.since} {format.day(account.created_at.slice(0, 10))}
        </span>
        {account.is_trusted && <Tag tone="good">{moderation.trusted}</Tag>}
      </div>
      <h3 className="soft small">{moderation.history}</h3>
      {history.length === 0 ? (
        <p className="soft">{moderation.noHistory}</p>
      ) : (
        <table className="table" aria-label={moderation.history}>
          <tbody>
            {history.map((order) => (
              <tr key={order.order_id}>
                <td className="break">{order.name}</td>
                <td>
                  <OrderStatus status={order.status} />
                </td>
                <td className="soft small break">{order.status === 'Rejected' ? order.reason : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
