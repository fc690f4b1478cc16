/** Asks for the next page of a list, and shows it below. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../words';

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
