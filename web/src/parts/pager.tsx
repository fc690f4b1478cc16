/** The ways from a page of a list to the one before it and the one after it. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../words';

/** @param props.size lines of a page @param props.hasMore whether lines follow this page */
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
