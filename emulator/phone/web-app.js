/**
 * A small stand-in for the platform's own web app script, which real apps load from the platform's host. It offers what
 * the service's pages use: init data, theme colours as --tg-theme-* variables, ready, expand, close, the main and back
 * buttons, and links.
 */
(() => {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const initData = fragment.get('tgWebAppData') ?? '';
  const listeners = new Map();

  const send = (eventType, eventData = {}) => {
    if (window.parent !== window) window.parent.postMessage(JSON.stringify({ eventType, eventData }), '*');
  };
  const emit = (name, value) => {
    for (const listener of listeners.get(name) ?? []) listener.call(app, value);
  };
  const on = (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  const off = (name, listener) =>
    listeners.set(
      name,
      (listeners.get(name) ?? []).filter((known) => known !== listener),
    );

  function parse(text) {
    try {
      return JSON.parse(text ?? '') ?? {};
    } catch {
      return {};
    }
  }

  function unsafeData() {
    const fields = Object.fromEntries(new URLSearchParams(initData));
    return { ...fields, ...(fields.user ? { user: parse(fields.user) } : {}) };
  }

  function isDark(colour) {
    const value = Number.parseInt(String(colour).replace('#', '').slice(0, 6), 16);
    const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
    return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
  }

  function setTheme(colours) {
    app.themeParams = colours;
    app.colorScheme = isDark(colours.bg_color ?? '#ffffff') ? 'dark' : 'light';
    const style = document.documentElement.style;
    style.setProperty('--tg-color-scheme', app.colorScheme);
    for (const [name, value] of Object.entries(colours)) {
      style.setProperty(`--tg-theme-${name.replaceAll('_', '-')}`, value);
    }
  }

  function setViewport({ height }) {
    app.viewportHeight = height;
    app.viewportStableHeight = height;
    document.documentElement.style.setProperty('--tg-viewport-height', `${height}px`);
    document.documentElement.style.setProperty('--tg-viewport-stable-height', `${height}px`);
  }

  function button(eventName, setUp) {
    const state = {
      isVisible: false,
      isActive: true,
      isProgressVisible: false,
      text: 'Continue',
      color: undefined,
      textColor: undefined,
    };
    const update = () =>
      send(setUp, {
        is_visible: state.isVisible,
        is_active: state.isActive,
        is_progress_visible: state.isProgressVisible,
        text: state.text,
        color: state.color,
        text_color: state.textColor,
      });
    const change = (changes) => {
      Object.assign(state, changes);
      update();
      return face;
    };
    const face = {
      get isVisible() {
        return state.isVisible;
      },
      get text() {
        return state.text;
      },
      show: () => change({ isVisible: true }),
      hide: () => change({ isVisible: false }),
      enable: () => change({ isActive: true }),
      disable: () => change({ isActive: false }),
      showProgress: () => change({ isProgressVisible: true }),
      hideProgress: () => change({ isProgressVisible: false }),
      setText: (text) => change({ text }),
      setParams: ({ text, color, text_color, is_active, is_visible }) =>
        change({
          ...(text === undefined ? {} : { text }),
          ...(color === undefined ? {} : { color }),
          ...(text_color === undefined ? {} : { textColor: text_color }),
          ...(is_active === undefined ? {} : { isActive: is_active }),
          ...(is_visible === undefined ? {} : { isVisible: is_visible }),
        }),
      onClick: (listener) => {
        on(eventName, listener);
        return face;
      },
      offClick: (listener) => {
        off(eventName, listener);
        return face;
      },
    };
    return face;
  }

  const app = {
    initData,
    initDataUnsafe: unsafeData(),
    version: fragment.get('tgWebAppVersion') ?? '6.0',
    platform: fragment.get('tgWebAppPlatform') ?? 'unknown',
    colorScheme: 'light',
    themeParams: {},
    isExpanded: true,
    viewportHeight: window.innerHeight,
    viewportStableHeight: window.innerHeight,
    MainButton: button('mainButtonClicked', 'web_app_setup_main_button'),
    BackButton: button('backButtonClicked', 'web_app_setup_back_button'),
    HapticFeedback: {
      impactOccurred: () => app.HapticFeedback,
      notificationOccurred: () => app.HapticFeedback,
      selectionChanged: () => app.HapticFeedback,
    },
    isVersionAtLeast: (version) => Number.parseFloat(app.version) >= Number.parseFloat(version),
    ready: () => send('web_app_ready'),
    expand: () => send('web_app_expand'),
    close: () => send('web_app_close'),
    onEvent: on,
    offEvent: off,
    openLink: (url) => send('web_app_open_link', { url }),
    openTelegramLink: (url) =>
      send('web_app_open_tg_link', { path_full: new URL(url).pathname + new URL(url).search }),
    showPopup: (parameters, callback) => {
      if (callback) on('popupClosed', callback);
      send('web_app_open_popup', parameters);
    },
    showAlert: (message, callback) => app.showPopup({ message }, callback),
    setHeaderColor: () => undefined,
    setBackgroundColor: () => undefined,
    enableClosingConfirmation: () => undefined,
    disableClosingConfirmation: () => undefined,
  };

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || typeof event.data !== 'string') return;
    const { eventType, eventData = {} } = parse(event.data);
    if (eventType === 'main_button_pressed') emit('mainButtonClicked');
    if (eventType === 'back_button_pressed') emit('backButtonClicked');
    if (eventType === 'popup_closed') emit('popupClosed', eventData.button_id);
    if (eventType === 'viewport_changed') {
      setViewport(eventData);
      emit('viewportChanged', { isStateStable: eventData.is_state_stable });
    }
    if (eventType === 'theme_changed') {
      setTheme(eventData.theme_params ?? {});
      emit('themeChanged');
    }
  });

  setTheme(parse(fragment.get('tgWebAppThemeParams')));
  window.Telegram = { WebApp: app };
})();
