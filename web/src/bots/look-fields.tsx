/** The text and the picture of a block, to be written. */
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Bot } from './bot';
import type { Change } from './settings';

export interface LookProps {
  shown: Bot;
  faults: ReadonlyMap<string, string>;
  change: (patch: Change) => void;
}

type Pair<Text, Image = Text> = readonly [text: Text, image: Image];

/** @param props.names of the settings; each empty field is null there */
export function LookFields(
  props: LookProps & {
    names: Pair<'text_op' | 'text_b', 'image_op' | 'image_b'>;
    labels: Pair<string>;
    placeholders: Pair<string>;
  },
): ReactNode {
  const { shown, faults, change, names, labels, placeholders } = props;
  const [text, image] = names;
  return (
    <>
      <Textarea
        label={labels[0]}
        placeholder={placeholders[0]}
        value={shown[text] ?? ''}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4_096}
        error={faults.get(text)}
        onChange={({ currentTarget }) => change({ [text]: currentTarget.value || null })}
      />
      <TextInput
        label={labels[1]}
        placeholder={placeholders[1]}
        value={shown[image] ?? ''}
        error={faults.get(image)}
        onChange={({ currentTarget }) => change({ [image]: currentTarget.value || null })}
      />
    </>
  );
}
