/**
 * Sheets over the chat: web apps in a frame, spoken to by the platform's protocol, and choices of a chat to share.
 * A web app is told who opened it by signed init data in its address' fragment, as on the real platform.
 */
import { avatar, element, icon, icons } from './dom.js';
import { get } from './server.js';

const dialog = () => document.getElementById('sheet');

/** The colours of this page, under the names that web apps know. */
function themeColours() {
  const style = getComputedStyle(document.documentElement);
  const names = {
    bg_color: '--surface',
    text_color: '--text',
    hint_color: '--muted',
    link_color: '--accent-text',
    button_color: '--accent',
    button_text_color: '--on-accent',
    secondary_bg_color: '--ground',
    header_bg_color: '--surface',
    accent_text_color: '--accent-text',
    section_bg_color: '--surface',
    section_header_text_color: '--accent-text',
    subtitle_text_color: '--muted',
    destructive_text_color: '--danger',
  };
  return Object.fromEntries(
    Object.entries(names).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]),
  );
}

/** Opens a web app. @param actions {open(address), toast(text)} */
export async function openWebApp({ address, title, userId, bot, actions }) {
  const { init_data } = await get('webapp-init-data', { user: userId, bot });
  const fragment = new URLSearchParams({
    tgWebAppData: init_data,
    tgWebAppVersion: '8.0',
    tgWebAppPlatform: 'web',
    tgWebAppThemeParams: JSON.stringify(themeColours()),
  });
  const url = new URL(address);
  url.hash = url.hash ? `${url.hash}&${fragment}` : String(fragment);
  const frame = element('iframe', {
    src: url.href,
    title,
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals',
    allow: 'clipboard-write',
  });
  const mainButton = element('button.primary.wide.main-button', { type: 'button', hidden: true });
  const backButton = element(
    'button.icon-button',
    { type: 'button', 'aria-label': 'Back', hidden: true },
    icon('m12 4-6 6 6 6'),
  );
  const sheet = dialog();
  sheet.classList.remove('small');
  sheet.setAttribute('aria-label', 'Web app');
  sheet.replaceChildren(
    element(
      'header.sheet-head',
      {},
      backButton,
      element('span.sheet-title', {}, element('strong', {}, title), element('small', {}, url.host)),
      closeButton(),
    ),
    frame,
    mainButton,
  );
  connect({ frame, mainButton, backButton, actions });
  sheet.showModal();
}

/** Answers the web app's events until the sheet closes. */
function connect({ frame, mainButton, backButton, actions }) {
  const sheet = dialog();
  const tell = (eventType, eventData = {}) =>
    frame.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), '*');
  const tellViewport = () =>
    tell('viewport_changed', {
      height: frame.clientHeight,
      width: frame.clientWidth,
      is_expanded: true,
      is_state_stable: true,
    });
  const tellTheme = () => tell('theme_changed', { theme_params: themeColours() });
  const handlers = {
    web_app_close: () => sheet.close(),
    web_app_ready: tellViewport,
    web_app_expand: () => {
      sheet.classList.add('expanded');
      tellViewport();
    },
    web_app_request_viewport: tellViewport,
    web_app_request_theme: tellTheme,
    web_app_setup_main_button: (data) => setUpMainButton(mainButton, data),
    web_app_setup_back_button: (data) => (backButton.hidden = data.is_visible !== true),
    web_app_open_link: (data) => actions.open(data.url),
    web_app_open_tg_link: (data) => actions.open(`https://t.me${data.path_full}`),
    web_app_open_popup: (data) => {
      window.alert([data.title, data.message].filter(Boolean).join('\n\n'));
      tell('popup_closed', { button_id: data.buttons?.[0]?.id ?? '' });
    },
  };
  const hear = (event) => {
    if (event.source !== frame.contentWindow || typeof event.data !== 'string') return;
    const { eventType, eventData } = parse(event.data);
    handlers[eventType]?.(eventData ?? {});
  };
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  mainButton.onclick = () => tell('main_button_pressed');
  backButton.onclick = () => tell('back_button_pressed');
  window.addEventListener('message', hear);
  window.addEventListener('resize', tellViewport);
  scheme.addEventListener('change', tellTheme);
  sheet.addEventListener(
    'close',
    () => {
      window.removeEventListener('message', hear);
      window.removeEventListener('resize', tellViewport);
      scheme.removeEventListener('change', tellTheme);
      sheet.replaceChildren();
      sheet.classList.remove('expanded');
    },
    { once: true },
  );
}

function setUpMainButton(button, data) {
  button.hidden = data.is_visible !== true;
  button.disabled = data.is_active === false;
  button.textContent = data.text ?? 'Continue';
  button.classList.toggle('waiting', data.is_progress_visible === true);
  const isColour = (value) => typeof value === 'string' && /^#[\da-f]{3,8}$/i.test(value);
  if (isColour(data.color)) button.style.setProperty('--accent', data.color);
  if (isColour(data.text_color)) button.style.setProperty('--on-accent', data.text_color);
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

export const closeSheet = () => dialog().close();

const closeButton = () =>
  element(
    'button.icon-button',
    { type: 'button', 'aria-label': 'Close', onclick: closeSheet },
    icon(icons.close),
  );

/** A small sheet with a title and these nodes; one that is open is changed. */
export function showSheet(title, ...nodes) {
  const sheet = dialog();
  sheet.classList.add('small');
  sheet.setAttribute('aria-label', title);
  sheet.replaceChildren(
    element(
      'header.sheet-head',
      {},
      element('span.sheet-title', {}, element('strong', {}, title)),
      closeButton(),
    ),
    ...nodes,
  );
  if (!sheet.open) sheet.showModal();
  sheet.querySelector('input:not([type=checkbox])')?.focus();
}

/** Lets the user choose one of these. */
export function choose(title, entries, onChosen) {
  const row = (entry) =>
    element(
      'button.person',
      {
        type: 'button',
        onclick: () => {
          closeSheet();
          onChosen(entry);
        },
      },
      avatar(entry, 36),
      element(
        'span.person-text',
        {},
        element('strong', {}, entry.name),
        element('small', {}, entry.note ?? ''),
      ),
    );
  const nothing = element(
    'p.foot-note',
    {},
    'There is nothing to choose from yet: make one with + above the chats.',
  );
  showSheet(title, element('div.choices', {}, ...(entries.length === 0 ? [nothing] : entries.map(row))));
}
