/** The ways through a list that comes in pages. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../words';

/** To the page before and the page after. @param props.size lines of a page @param props.hasMore whether lines follow this page */
export function Pager(props: {
  offset: number;
  size: number;
  hasMore: boolean;
  turn: (offset: number) => void;
}): ReactNode {
  const { offset, size, hasMore, turn } = props;
  if (offset === 0 && !hasMore) return null;
  const to = (label: string, next: number, isThere: boolean): ReactNode => (
    <Button variant="default" disabled={!isThere} onClick={() => turn(next)}>
      {label}
    </Button>
  );
  return (
    <div className="row inset">
      {to(common.previous, Math.max(0, offset - size), offset > 0)}
      {to(common.next, offset + size, hasMore)}
    </div>
  );
}

/** Asks for the next page, and shows it below. */
export function More(props: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}): ReactNode {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.pages;
  if (!hasNextPage) return null;
  return (
    <div className="row inset">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {common.more}
      </Button>
    </div>
  );
}
