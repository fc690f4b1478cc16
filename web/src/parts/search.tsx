/** The field over a list by which something of it is found. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useInAddress } from './address';
import { Icon } from './icons';

const TYPING_MS = 200;

/** @returns what is wanted, a moment after it was typed: `{}` for all */
export function useSearchField(label: string): { wanted: { search_query?: string }; field: ReactNode } {
  const [wanted, want] = useInAddress('search');
  const [typed, setTyped] = useState(wanted);
  const sent = useRef(wanted);
  const settle = useDebouncedCallback((text: string) => {
    sent.current = text;
    want(text);
  }, TYPING_MS);
  useEffect(() => {
    // The way to the section itself leads to all of the list.
    if (wanted !== sent.current) {
      sent.current = wanted;
      setTyped(wanted);
    }
  }, [wanted]);
  const field = (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        settle(value.trim());
      }}
    />
  );
  return { wanted: wanted === '' ? {} : { search_query: wanted }, field };
}
