/**
 * A part of the cabinet that is loaded when somebody goes there. While that fails, the frame around it stays, and it is
 * tried again by itself: off line until the line is back, after an upgrade by the page's own reload.
 */
import { QueryClient, useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { common, failure } from '../words';
import { Page, Small, Waiting } from './page';

/** A reload that did not help is not repeated sooner. */
const RELOADED_MS = 60_000;
const RELOADED = 'sponsorgate:reloaded';

/** Apart from what the service is asked: a part that does not come says nothing of the service. */
const loader = new QueryClient({
  // What the browser keeps is loaded off line, too.
  defaultOptions: {
    queries: { retry: true, networkMode: 'offlineFirst', staleTime: 'static', gcTime: Infinity },
  },
});
// It hears when the line is back.
loader.mount();

export function section<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loadOrReload = () =>
    load().catch((error: unknown) => {
      void reloadIfUpgraded();
      throw error;
    });
  return function Section(props: Props): ReactNode {
    const { data, failureCount } = useQuery({ queryKey: [name], queryFn: loadOrReload }, loader);
    if (data !== undefined) return <data.default {...props} />;
    if (failureCount > 0) return <NotLoaded />;
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
