/** Says on every page that the service is out of reach: what stands there may be old, and what is typed is kept. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common, live } from '../words';

export function Lost({ again }: { again: () => void }): ReactNode {
  return (
    <div className="lost" role="alert">
      <span>
        <span className="strong">{live.offline}</span> {live.lost}
      </span>
      <Button size="compact-sm" variant="default" onClick={again}>
        {common.refresh}
      </Button>
    </div>
  );
}
