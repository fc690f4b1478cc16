/** The field for a bot's token. */
import { PasswordInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { bots } from '../words';

export function TokenField(props: {
  value: string;
  error: string | undefined;
  isFirst?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}): ReactNode {
  const { isFirst = false, ...rest } = props;
  return (
    <PasswordInput
      label={bots.token}
      description={bots.tokenHint}
      autoComplete="off"
      required
      data-autofocus={isFirst}
      {...rest}
    />
  );
}
