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
    show(button, result.is_excluded, section.dataset);
  } catch {
    failure.textContent = failure.dataset.failed;
  } finally {
    button.disabled = false;
    button.focus();
  }
}

function show(button, isExcluded, { active, excluded }) {
  button.setAttribute('aria-checked', String(!isExcluded));
  button.value = isExcluded ? 'activate' : 'exclude';
  button.querySelector('.state').textContent = isExcluded ? excluded : active;
}
