/** Parts of a page behind tabs, each with an address of its own. */
import { Tabs as Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

export function Tabs<Tab extends string>(props: {
  /** Of the page; a tab's own address lies below it. */
  at: string;
  /** The first, where the page has no such tab. */
  wanted: string;
  labels: Readonly<Record<NoInfer<Tab>, string>>;
  counts?: Readonly<Partial<Record<NoInfer<Tab>, number>>> | undefined;
  contents: Readonly<Record<Tab, ReactNode>>;
}): ReactNode {
  const { at, wanted, labels, counts, contents } = props;
  const tabs = Object.keys(contents) as Tab[];
  const shown = tabs.find((tab) => tab === wanted) ?? tabs[0];
  const [, go] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  // Counts and words of another language make the row longer when they come.
  const texts = tabs.map((tab) => `${labels[tab]} ${String(counts?.[tab])}`).join();
  // On a phone they do not fit, and the one that is shown may lie outside.
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown, texts]);
  return (
    <Group
      value={shown ?? null}
      onChange={(next) => {
        if (next !== null) go(`${at}/${next}`);
      }}
    >
      <Group.List ref={list}>
        {tabs.map((tab) => (
          <Group.Tab value={tab} key={tab}>
            {labels[tab]}
            {(counts?.[tab] ?? 0) > 0 && <span className="count">{counts?.[tab]}</span>}
          </Group.Tab>
        ))}
      </Group.List>
      <Group.Panel value={shown ?? ''} pt="md">
        {shown && contents[shown]}
      </Group.Panel>
    </Group>
  );
}
