/**
 * A part of the cabinet that is loaded when somebody goes there. While that fails, the frame around it stays, and it is
 * tried again by itself: off line until the line is back, after an upgrade by the page's own reload.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { common, failure } from '../words';
import { Page, Small, Waiting } from './page';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** A reload that did not help is not repeated sooner. */
const RELOADED_MS = 60_000;
const RELOADED = 'sponsorgate:reloaded';

export function section<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Section(props: Props): ReactNode {
    const [Part, setPart] = useState(() => loaded);
    const [failures, setFailures] = useState(0);
    useEffect(() => {
      if (Part !== null) return undefined;
      return untilLoaded(load, {
        then: (part) => {
          loaded = part;
          setPart(() => part);
        },
        failed: () => setFailures((count) => count + 1),
      });
    }, [Part]);
    if (Part !== null) return <Part {...props} />;
    if (failures > 0) return <NotLoaded />;
    return (
      <main className="page">
        <Waiting lines={6} height={36} />
      </main>
    );
  };
}

function NotLoaded(): ReactNode {
  return (
    <Page title={failure.title}>
      <div className="notice bad" role="alert">
        <p>{failure.notLoaded}</p>
        <div>
          <Small onClick={() => location.reload()}>{common.refresh}</Small>
        </div>
      </div>
    </Page>
  );
}

/** @returns what ends it */
function untilLoaded<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { then, failed }: { then: (part: ComponentType<Props>) => void; failed: () => void },
): () => void {
  let isOver = false;
  let waitMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = (): void => {
    clearTimeout(timer);
    load().then(
      ({ default: part }) => {
        if (!isOver) then(part);
      },
      () => {
        if (isOver) return;
        failed();
        void reloadIfUpgraded();
        // Another attempt may have failed meanwhile.
        clearTimeout(timer);
        timer = setTimeout(attempt, waitMs);
        waitMs = Math.min(2 * waitMs, LAST_RETRY_MS);
      },
    );
  };
  attempt();
  window.addEventListener('online', attempt);
  return () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', attempt);
  };
}

/** The service answers, and the file is gone: this page is of a build before. What is typed is kept as a draft. */
async function reloadIfUpgraded(): Promise<void> {
  const answers = await fetch('/cabinet', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  const lastAtMs = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!answers || Date.now() - lastAtMs < RELOADED_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
