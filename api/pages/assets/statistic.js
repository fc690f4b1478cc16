// The statistics page: takes the token out of the address bar, and works the switches of the blacklist in place.
const address = new URL(location.href);
if (address.searchParams.has('api_token')) {
  address.searchParams.delete('api_token');
  // The cookie that came with this page knows its reader from now on.
  history.replaceState(null, '', address);
}

for (const form of document.querySelectorAll('form.switch')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    toggle(form);
  });
}

async function toggle(form) {
  const button = form.querySelector('button');
  const section = form.closest('section');
  const failure = section.querySelector('.failure');
  const fields = new FormData(form, button);
  const number = (name) => (fields.has(name) ? Number(fields.get(name)) : undefined);
  button.disabled = true;
  failure.textContent = '';
  try {
    const response = await fetch('/toggle-exclusion', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        action: fields.get('action'),
        context: fields.get('context'),
        ads_id: number('ads_id'),
        bot_id: number('bot_id'),
      }),
    });
    if (!response.ok) throw new Error(String(response.status));
    const { result } = await response.json();
    show(button, result.is_excluded, form.dataset);
  } catch {
    failure.textContent = failure.dataset.failed;
  } finally {
    button.disabled = false;
    button.focus();
  }
}

function show(button, isExcluded, said) {
  button.setAttribute('aria-checked', String(!isExcluded));
  button.value = isExcluded ? 'activate' : 'exclude';
  button.querySelector('.state').textContent = isExcluded ? said.excluded : said.active;
  button.querySelector('.press').textContent = isExcluded ? said.pressExcluded : said.pressActive;
}

// A chart is read by tapping or pointing, and with the arrow keys.
for (const chart of document.querySelectorAll('.chart')) {
  const plot = chart.querySelector('.plot');
  const svg = plot.querySelector('svg');
  const reading = chart.querySelector('.reading');
  const points = [...svg.querySelectorAll('.hover')];
  let chosen = -1;

  const choose = (wanted) => {
    const next = Math.max(0, Math.min(points.length - 1, wanted));
    if (next === chosen) return;
    points[chosen]?.classList.remove('chosen');
    points[next].classList.add('chosen');
    reading.textContent = points[next].dataset.says;
    chosen = next;
  };
  const point = ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    choose(Math.floor((points.length * (clientX - left)) / width));
  };
  plot.addEventListener('pointerdown', point);
  plot.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse' || event.buttons > 0) point(event);
  });
  plot.tabIndex = 0;
  plot.setAttribute('role', 'group');
  plot.setAttribute('aria-label', chart.querySelector('figcaption').firstChild.textContent.trim());
  plot.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(chosen === -1 ? points.length - 1 : chosen + step);
  });
}
