/** The messenger around the page, where there is one: its script, who it says is here, its colours and its buttons. */

interface MessengerButton {
  show(): void;
  hide(): void;
  onClick(press: () => void): void;
  offClick(press: () => void): void;
}

interface MainButton extends MessengerButton {
  setText(text: string): void;
  enable(): void;
  disable(): void;
}

interface Insets {
  top: number;
  bottom: number;
}

interface WebApp {
  initData: string;
  initDataUnsafe: { user?: { id: number } };
  colorScheme: 'light' | 'dark';
  BackButton: MessengerButton;
  MainButton: MainButton;
  safeAreaInset?: Insets;
  contentSafeAreaInset?: Insets;
  ready(): void;
  expand(): void;
  onEvent(name: string, then: () => void): void;
  openTelegramLink(link: string): void;
}

declare global {
  interface Window {
    Telegram?: { WebApp: WebApp };
  }
}

/** The messenger's script keeps what it was given, so that a reload knows it, too. */
const KEPT = '__telegram__initParams';

export function isInsideMessenger(): boolean {
  return (
    location.hash.includes('tgWebAppData=') || sessionStorage.getItem(KEPT)?.includes('tgWebAppData') === true
  );
}

/** @returns null where the script does not come, or no messenger is around it */
export async function loadMessenger(address: string): Promise<WebApp | null> {
  await new Promise<void>((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => {
      resolve();
    });
    script.addEventListener('error', () => {
      resolve();
    });
    document.head.append(script);
  });
  const app = window.Telegram?.WebApp;
  if (app === undefined || app.initData === '') return null;
  settle(app);
  return app;
}

export function messenger(): WebApp | null {
  const app = window.Telegram?.WebApp;
  return app === undefined || app.initData === '' ? null : app;
}

function settle(app: WebApp): void {
  const root = document.documentElement;
  const dress = (): void => {
    root.classList.add('messenger');
    root.dataset['mantineColorScheme'] = app.colorScheme;
    const top = (app.safeAreaInset?.top ?? 0) + (app.contentSafeAreaInset?.top ?? 0);
    root.style.setProperty('--safe-top', `${String(top)}px`);
    root.style.setProperty('--safe-bottom', `${String(app.safeAreaInset?.bottom ?? 0)}px`);
  };
  dress();
  for (const event of ['themeChanged', 'safeAreaChanged', 'contentSafeAreaChanged'])
    app.onEvent(event, dress);
  app.ready();
  app.expand();
}

/** The messenger opens its own links by itself; a browser goes there. */
export function openInMessenger(link: string): void {
  const app = messenger();
  if (app === null) window.open(link, '_blank', 'noopener');
  else app.openTelegramLink(link);
}
