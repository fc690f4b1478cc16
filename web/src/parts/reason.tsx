/** The field in which a decision is explained; the person concerned reads it. */
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

const REASON_MAX = 500;

export function Reason(props: {
  label: string;
  description?: string;
  value: string;
  max?: number;
  isOptional?: boolean;
  change: (reason: string) => void;
}): ReactNode {
  const { change, max = REASON_MAX, isOptional = false, ...shown } = props;
  return (
    <Textarea
      {...shown}
      maxLength={max}
      autosize
      minRows={2}
      required={!isOptional}
      data-autofocus
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
