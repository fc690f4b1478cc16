/** The text and the picture of a block; while two are tried, the second ones, and the end of that test. */
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReported } from '../api/queries';
import { Panel } from '../parts/page';
import { Sure } from '../parts/sure';
import { bots } from '../words';
import type { Bot } from './bot';
import type { Change } from './settings';

type Looks = Pick<Bot, 'text_op' | 'image_op' | 'text_b' | 'image_b'>;

export const variants = ['a', 'b'] as const;
export type Variant = (typeof variants)[number];

export const isTried = ({ text_b, image_b }: Looks): boolean => (text_b ?? image_b) !== null;

/** What one half of the users sees; what there is no second of is as in the first. */
export function lookOf({ text_op, image_op, text_b, image_b }: Looks, variant: Variant) {
  if (variant === 'a') return { text_op, image_op };
  return { text_op: text_b ?? text_op, image_op: image_b ?? image_op };
}

interface LookProps {
  shown: Bot;
  faults: ReadonlyMap<string, string>;
  change: (patch: Change) => void;
}

export function LookPanels(props: LookProps): ReactNode {
  return (
    <>
      <Panel isStack>
        <LookFields {...props} variant="a" />
      </Panel>
      <Panel isStack title={bots.twoBlocks}>
        <p className="soft small">{bots.twoBlocksHint}</p>
        <LookFields {...props} variant="b" />
      </Panel>
    </>
  );
}

/** An empty field is null in the settings. */
function LookFields(props: LookProps & { variant: Variant }): ReactNode {
  const { shown, faults, change, variant } = props;
  const isFirst = variant === 'a';
  const [text, image] = isFirst ? (['text_op', 'image_op'] as const) : (['text_b', 'image_b'] as const);
  return (
    <>
      <Textarea
        label={isFirst ? bots.text : bots.textB}
        placeholder={isFirst ? bots.previewDefault : bots.asInA}
        value={shown[text] ?? ''}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4_096}
        error={faults.get(text)}
        onChange={({ currentTarget }) => change({ [text]: currentTarget.value || null })}
      />
      <TextInput
        label={isFirst ? bots.image : bots.imageB}
        placeholder={isFirst ? 'https://…' : bots.asInA}
        value={shown[image] ?? ''}
        error={faults.get(image)}
        onChange={({ currentTarget }) => change({ [image]: currentTarget.value || null })}
      />
    </>
  );
}

/** Keeps what one half saw for all users. */
export function EndTest({ bot }: { bot: Bot }): ReactNode {
  const update = useReported('/bots#update', ['/bots', '/figures'], bots.testEnded);
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
