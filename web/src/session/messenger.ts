/** The messenger around the page, where there is one: its script, who it says is here, its colours and its buttons. */
import type { Profile } from './profile';

const PLATFORM = 'https://t.me';

interface MessengerButton {
  show(): void;
  hide(): void;
  onClick(press: () => void): void;
  offClick(press: () => void): void;
}

interface MainButton extends MessengerButton {
  setText(text: string): void;
  showProgress(): void;
  hideProgress(): void;
}

interface WebApp {
  initData: string;
  colorScheme: 'light' | 'dark';
  BackButton: MessengerButton;
  MainButton: MainButton;
  ready(): void;
  expand(): void;
  onEvent(name: string, then: () => void): void;
  isVersionAtLeast(version: string): boolean;
  setHeaderColor(colour: string): void;
  setBackgroundColor(colour: string): void;
  disableVerticalSwipes(): void;
  openTelegramLink(link: string): void;
}

declare global {
  interface Window {
    Telegram?: { WebApp: WebApp };
  }
}

/** @returns null where the script does not come, or no messenger is around it */
export async function loadMessenger(address: string): Promise<WebApp | null> {
  await new Promise<void>((resolve) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = script.onerror = () => resolve();
    document.head.append(script);
  });
  const app = messenger();
  if (app !== null) settle(app);
  return app;
}

export function messenger(): WebApp | null {
  const app = window.Telegram?.WebApp;
  return app === undefined || app.initData === '' ? null : app;
}

/** The first versions of the messenger with these functions. */
const COLOURS_FROM = '6.1';
const SWIPES_FROM = '7.7';

function settle(app: WebApp): void {
  document.documentElement.classList.add('messenger');
  hearScheme();
  app.onEvent('themeChanged', hearScheme);
  if (app.isVersionAtLeast(COLOURS_FROM)) {
    app.setHeaderColor('secondary_bg_color');
    app.setBackgroundColor('secondary_bg_color');
  }
  // A list that is drawn down would close the page otherwise.
  if (app.isVersionAtLeast(SWIPES_FROM)) app.disableVerticalSwipes();
  app.ready();
  app.expand();
}

const schemeListeners = new Set<() => void>();

/** Its colours, and what it covers of the page, are there as variables by its own script. */
function hearScheme(): void {
  for (const listener of schemeListeners) listener();
}

/** Hears when the messenger turns dark or light. @returns what ends it */
export function watchScheme(listener: () => void): () => void {
  schemeListeners.add(listener);
  return () => schemeListeners.delete(listener);
}

/** @param path of a bot, such as `name?start=deposit`. The messenger opens it by itself; a browser goes there. */
export function openInMessenger(
  { link_root: root }: Pick<Profile['service'], 'link_root'>,
  path: string,
): void {
  const app = messenger();
  if (app === null) window.open(`${root}/${path}`, '_blank', 'noopener');
  else app.openTelegramLink(`${PLATFORM}/${path}`);
}

/** Where a browser finds what stands behind a link of the platform; other links stay as they are. */
export function addressOf({ link_root: root }: Pick<Profile['service'], 'link_root'>, link: string): string {
  return link.startsWith(`${PLATFORM}/`) ? `${root}${link.slice(PLATFORM.length)}` : link;
}
