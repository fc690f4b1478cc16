// Tells what targeting needs to know of the device (docs/privacy.md), then goes where the answer says.
const app = window.Telegram?.WebApp;
const isInside = app !== undefined && app.initData !== '';
const button = document.querySelector('a.button');

async function goOn() {
  const hints = {
    platform: isInside ? app.platform : '',
    init_data: isInside ? app.initData : '',
    screen: [screen.width, screen.height, devicePixelRatio].join('x'),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
    languages: navigator.languages.join(',').slice(0, 256),
    touch_points: navigator.maxTouchPoints,
  };
  let url = button.href;
  try {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(hints),
    });
    const answer = await response.json();
    // Made for somebody else than the one the messenger names.
    if (response.status === 403) return refuse(answer.message);
    if (response.ok) url = answer.result.url;
  } catch {
    // The plain link works where this did not.
  }
  goTo(new URL(url, location.href));
}

function refuse(message) {
  document.querySelector('.opening').textContent = message;
  button.remove();
}

function goTo(url) {
  if (isInside && url.hostname === 't.me') app.openTelegramLink(url.href);
  else location.replace(url);
}

// A page that a browser prepares in advance has nobody looking at it yet.
if (document.prerendering) document.addEventListener('prerenderingchange', goOn, { once: true });
else goOn();
