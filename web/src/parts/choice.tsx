/** One of a few, all of which are shown. */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

interface Choices<Value extends string> {
  label: string;
  value: Value;
  labels: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

export function Segments<Value extends string>(props: Choices<Value>): ReactNode {
  const { label, labels, ...rest } = props;
  const values = Object.keys(labels) as Value[];
  const data = values.map((value) => ({ value, label: labels[value] }));
  return <SegmentedControl aria-label={label} data={data} {...rest} />;
}

/** Below what they are about. */
export function Choice<Value extends string>(props: Choices<Value>): ReactNode {
  return (
    <div className="stack tight">
      <span className="small strong">{props.label}</span>
      <div>
        <Segments {...props} />
      </div>
    </div>
  );
}
