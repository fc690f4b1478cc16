/** The first day of a publisher, ticking itself: a bot, the lines in its code, its first request, its first paid subscriber. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../api/queries';
import { Icon } from '../parts/icons';
import { Panel } from '../parts/page';
import { home } from '../words';

const steps = ['add', 'snippet', 'request', 'paid'] as const;

/**
 * @param props.earned recently paid subscribers; `profit` covers earlier ones
 * @param props.botId of one bot; left out, of all of the account
 */
export function FirstDay(props: {
  bots: readonly { bot_id: number; profit: number }[];
  earned: number;
  botId?: number;
}): ReactNode {
  const { bots, earned, botId } = props;
  const figures = useAnswer('/figures#bots', botId === undefined ? {} : { bot_id: botId });
  const requests = figures.data?.result.requests.total ?? 0;
  const isPaid = earned > 0 || bots.some(({ profit }) => profit > 0);
  const hasAsked = requests > 0;
  const first = bots[0];
  if (isPaid || figures.data === undefined || first === undefined) return null;
  // What sends a request has the lines.
  const done = { add: true, snippet: hasAsked, request: hasAsked, paid: false };
  return (
    <Panel title={home.firstDay}>
      <ol className="steps">
        {steps.map((step, index) => (
          <li key={step} className={done[step] ? 'done' : ''}>
            <span className="tick">{done[step] ? <Icon name="check" size={14} /> : index + 1}</span>
            <span className="strong">
              {step === 'snippet' && !done.snippet ? (
                <Link href={`/bots/${String(first.bot_id)}/code`}>{home.steps[step]}</Link>
              ) : (
                home.steps[step]
              )}
            </span>
            <span className="soft small">{home.stepHints[step]}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
