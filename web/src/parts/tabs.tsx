/** Parts of a page behind tabs, each with an address of its own. */
import { Tabs as Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

export function Tabs<Tab extends string>(props: {
  /** Of the page; a tab's own address lies below it. */
  at: string;
  tabs: readonly { tab: Tab; label: string; count?: number | undefined }[];
  shown: Tab;
  children: ReactNode;
}): ReactNode {
  const { at, tabs, shown, children } = props;
  const [, go] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  // Counts and words of another language make the row longer when they come.
  const texts = tabs.map(({ label, count }) => `${label} ${String(count)}`).join();
  // On a phone they do not fit, and the one that is shown may lie outside.
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown, texts]);
  return (
    <Group
      value={shown}
      onChange={(next) => {
        if (next !== null) go(`${at}/${next}`);
      }}
    >
      <Group.List ref={list}>
        {tabs.map(({ tab, label, count = 0 }) => (
          <Group.Tab value={tab} key={tab}>
            {label}
            {count > 0 && <span className="count">{count}</span>}
          </Group.Tab>
        ))}
      </Group.List>
      <Group.Panel value={shown} pt="md">
        {children}
      </Group.Panel>
    </Group>
  );
}
