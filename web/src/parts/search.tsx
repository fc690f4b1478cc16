/** The field over a list by which something of it is found. */
import { TextInput } from '@mantine/core';
import { useDebouncedValue, useInputState } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from './icons';

const TYPING_MS = 200;

/** @returns what is wanted, a moment after it was typed: `{}` for all */
export function useSearchField(label: string): { wanted: { search_query?: string }; field: ReactNode } {
  const [search, setSearch] = useInputState('');
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const field = (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={search}
      onChange={setSearch}
    />
  );
  return { wanted: wanted === '' ? {} : { search_query: wanted }, field };
}
