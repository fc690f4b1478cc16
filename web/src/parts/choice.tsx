/** One of a few, all of which are shown, below what they are about. */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

export function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  data: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}): ReactNode {
  const { label, ...rest } = props;
  return (
    <div className="stack tight">
      <span className="small strong">{label}</span>
      <div>
        <SegmentedControl aria-label={label} {...rest} />
      </div>
    </div>
  );
}
