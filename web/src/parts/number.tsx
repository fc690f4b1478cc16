/** Numbers as they are typed: written as the person's language writes them. */
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { format } from './format';

type Typed = Omit<NumberInputProps, 'onChange' | 'value' | 'clampBehavior'> & {
  /** 0 shows as an empty field, unless `showsZero`. */
  value: number;
  showsZero?: boolean;
  onChange: (value: number) => void;
};

export function WholeInput(props: Typed): ReactNode {
  return <Field allowDecimal={false} inputMode="numeric" {...props} />;
}

export function MoneyInput(props: Typed): ReactNode {
  const { prefix, suffix } = format.typed;
  return <Field prefix={prefix} suffix={suffix} decimalScale={6} {...props} />;
}

/** Out of bounds it says so; it never changes what was typed. */
function Field({ value, showsZero = false, onChange, ...rest }: Typed): ReactNode {
  const { decimal, thousand } = format.typed;
  /** What is typed half, such as `0.`, stays so. */
  const [typed, setTyped] = useState<number | string>('');
  const isTyped = (Number(typed) || 0) === value && (typed !== '' || !showsZero);
  return (
    <NumberInput
      min={0}
      allowNegative={false}
      clampBehavior="none"
      decimalSeparator={decimal}
      // As in the chat: where a comma groups thousands, 2,5 would be read as 25.
      allowedDecimalSeparators={['.', ',']}
      thousandSeparator={thousand}
      value={isTyped ? typed : value}
      onChange={(next) => {
        setTyped(next);
        onChange(Number(next) || 0);
      }}
      {...rest}
    />
  );
}
