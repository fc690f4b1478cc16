/** Two texts or pictures of a block: the second ones, and the end of their test. */
import type { ReactNode } from 'react';
import { useCommand } from '../api/queries';
import { Panel } from '../parts/page';
import { Sure } from '../parts/sure';
import { bots } from '../words';
import type { Bot } from './bot';
import { LookFields, type LookProps } from './look-fields';

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
  return (
    <Panel isStack title={bots.twoBlocks}>
      <p className="soft small">{bots.twoBlocksHint}</p>
      <LookFields
        {...props}
        names={['text_b', 'image_b']}
        labels={[bots.textB, bots.imageB]}
        placeholders={[bots.asInA, bots.asInA]}
      />
    </Panel>
  );
}

/** Keeps what one half saw for all users. */
export function EndTest({ bot }: { bot: Bot }): ReactNode {
  const update = useCommand('/bots#update', ['/bots', '/figures'], bots.testEnded);
  const keep = (variant: Variant): void => {
    const kept = { ...lookOf(bot, variant), text_b: null, image_b: null };
    update.mutate({ bot_id: bot.bot_id, ...kept });
  };
  return (
    <div className="row">
      {variants.map((variant) => (
        <Sure
          key={variant}
          label={bots.keepBlock({ variant: variant.toUpperCase() })}
          question={bots.keepBlockSure}
          then={() => keep(variant)}
        />
      ))}
    </div>
  );
}
