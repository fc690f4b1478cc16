// Reports that it ran, and what targeting needs to know of the device (docs/privacy.md), then goes where the answer says.
const app = window.Telegram?.WebApp;
// The messenger hands its word over in the address, so that it is there without the messenger's own script, too.
const launch = new URLSearchParams(location.hash.slice(1));
const initData = app?.initData || launch.get('tgWebAppData') || '';
const isInside = app !== undefined && initData !== '';
const button = document.querySelector('a.button');
const { pass } = document.querySelector('main').dataset;

/** A resource's page knows where to go, and waits no longer than this for the answer. */
const PATIENCE_MS = 2_000;

async function report() {
  const hints = {
    pass,
    init_data: initData,
    platform: app?.platform ?? launch.get('tgWebAppPlatform') ?? '',
    screen: [screen.width, screen.height, devicePixelRatio].join('x'),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
    languages: navigator.languages.join(',').slice(0, 256),
    touch_points: navigator.maxTouchPoints,
  };
  try {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(hints),
      // It arrives although the page has gone on.
      keepalive: true,
    });
    const answer = await response.json();
    // Made for somebody else than the one the messenger names.
    if (response.status === 403) return { refusal: answer.message };
    return response.ok ? { url: answer.result.url } : {};
  } catch {
    // The link of the page works where this did not.
    return {};
  }
}

async function goOn() {
  const late = new Promise((resolve) => {
    if (pass !== '') setTimeout(resolve, PATIENCE_MS, {});
  });
  const { refusal, url = button.href } = await Promise.race([report(), late]);
  if (refusal === undefined) goTo(new URL(url, location.href));
  else refuse(refusal);
}

function refuse(message) {
  document.querySelector('.opening').textContent = message;
  button.remove();
}

function goTo(url) {
  // Another page of ours learns the user that the messenger names, as this one did.
  if (url.origin === location.origin) url.hash = location.hash;
  if (isInside && url.hostname === 't.me') app.openTelegramLink(url.href);
  else location.replace(url);
}

// A page that a browser prepares in advance has no reader yet.
if (document.prerendering) document.addEventListener('prerenderingchange', goOn, { once: true });
else goOn();
