/** Whether a messenger is around the page. A file of its own: it is asked before anything else is loaded. */

/** The messenger's script keeps what it was given, so that a reload knows it, too. */
const KEPT = '__telegram__initParams';

export function isInsideMessenger(): boolean {
  return (
    location.hash.includes('tgWebAppData=') || sessionStorage.getItem(KEPT)?.includes('tgWebAppData') === true
  );
}
