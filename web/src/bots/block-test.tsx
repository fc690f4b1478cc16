/** Two texts or pictures of a block: the second ones, what is known of both halves of the users, and the end of it. */
import type { ReactNode } from 'react';
import type { Answered } from '../api/client';
import { useCommand } from '../api/queries';
import { Sure } from '../parts/copy';
import { useFormat } from '../parts/format';
import { Panel } from '../parts/page';
import { say } from '../parts/toast';
import { useSpoken, useWords } from '../words';
import type { Bot } from './bot';
import { LookFields, type LookProps } from './look-fields';

type Test = NonNullable<Answered<'/figures#bots'>['result']['block_test']>;
type Share = Test['difference'];
type Looks = Pick<Bot, 'text_op' | 'image_op' | 'text_b' | 'image_b'>;

export const variants = ['a', 'b'] as const;
export type Variant = (typeof variants)[number];

export const isTried = ({ text_b, image_b }: Looks): boolean => (text_b ?? image_b) !== null;

/** What one half of the users sees; what there is no second of is as in the first. */
export function lookOf({ text_op, image_op, text_b, image_b }: Looks, variant: Variant) {
  if (variant === 'a') return { text_op, image_op };
  return { text_op: text_b ?? text_op, image_op: image_b ?? image_op };
}

export function SecondLook(props: LookProps): ReactNode {
  const { bots } = useWords();
  return (
    <Panel title={bots.twoBlocks}>
      <div className="stack">
        <p className="soft small">{bots.twoBlocksHint}</p>
        <LookFields
          {...props}
          names={['text_b', 'image_b']}
          labels={[bots.textB, bots.imageB]}
          placeholders={[bots.asInA, bots.asInA]}
        />
      </div>
    </Panel>
  );
}

export function BlockTest({ bot, test }: { bot: Bot; test: Test | null }): ReactNode {
  const { bots } = useWords();
  return (
    <Panel title={bots.twoBlocks}>
      {test === null ? <p className="soft">{bots.noTest}</p> : <Running bot={bot} test={test} />}
    </Panel>
  );
}

function Running({ bot, test }: { bot: Bot; test: Test }): ReactNode {
  const { words, language } = useSpoken();
  const { bots } = words;
  const format = useFormat();
  return (
    <div className="stack">
      <p className="strong">{test.words[language]}</p>
      <Halves test={test} />
      {test.difference !== null && (
        <p>
          {bots.difference}: <ShareText share={test.difference} isSigned />
        </p>
      )}
      <p className="soft small">{bots.testSince(format.moment(test.since))}</p>
      <End bot={bot} />
    </div>
  );
}

function Halves({ test }: { test: Test }): ReactNode {
  const { bots } = useWords();
  const format = useFormat();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{bots.half}</th>
          <th scope="col" className="right">
            {bots.passed}
          </th>
          <th scope="col" className="right">
            {bots.paidSubscribers}
          </th>
        </tr>
      </thead>
      <tbody>
        {test.variants.map(({ variant, shown, passed, subscribers, rate }) => (
          <tr key={variant}>
            <td className="strong">{variant.toUpperCase()}</td>
            <td className="right">
              <div>{bots.shortOf(format.whole(passed), format.whole(shown))}</div>
              <div className="soft small">
                <ShareText share={rate} />
              </div>
            </td>
            <td className="right">{format.whole(subscribers)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Such as `50% (46.9% … 53.1%)`. */
function ShareText({ share, isSigned = false }: { share: Share; isSigned?: boolean }): ReactNode {
  const format = useFormat();
  if (share === null) return '—';
  const percent = isSigned ? format.change : format.percent;
  return `${percent(share.value)} (${percent(share.from)} … ${percent(share.to)})`;
}

/** Keeps what one half saw for all users. */
function End({ bot }: { bot: Bot }): ReactNode {
  const { bots } = useWords();
  const update = useCommand('/bots#update', ['/bots', '/figures']);
  const keep = (variant: Variant): void => {
    const kept = { ...lookOf(bot, variant), text_b: null, image_b: null };
    update.mutate(
      { bot_id: bot.bot_id, ...kept },
      {
        onSuccess: () => {
          say(bots.testEnded);
        },
      },
    );
  };
  return (
    <div className="row">
      {variants.map((variant) => (
        <Sure
          key={variant}
          label={bots.keepBlock(variant.toUpperCase())}
          question={bots.keepBlockSure}
          then={() => {
            keep(variant);
          }}
        />
      ))}
    </div>
  );
}
