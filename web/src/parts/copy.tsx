/** A text that is copied by a press. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../words';
import { Icon } from './icons';
import { say } from './toast';

export function CopyButton({ text, label }: { text: string; label?: string }): ReactNode {
  const name = label ?? common.copy;
  return (
    <Tooltip label={name}>
      <ActionIcon
        aria-label={name}
        onClick={() => {
          void write(text).then(
            () => say(common.copied),
            () => say(text),
          );
        }}
      >
        <Icon name="copy" size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Rejects where the browser refuses, or has no clipboard: over plain http there is none. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
