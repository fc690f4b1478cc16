// The statistics page: takes the token out of the address bar, and makes the switches of the blacklist work.
const address = new URL(location.href);
if (address.searchParams.has('api_token')) {
  address.searchParams.delete('api_token');
  // The cookie that came with this page knows its reader from now on.
  history.replaceState(null, '', address);
}

for (const button of document.querySelectorAll('button.exclusion')) {
  button.disabled = false;
  button.addEventListener('click', () => toggle(button));
}

async function toggle(button) {
  const willExclude = button.getAttribute('aria-pressed') !== 'true';
  const { context, order, bot } = button.dataset;
  button.disabled = true;
  button.classList.remove('failed');
  try {
    const response = await fetch('/toggle-exclusion', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        action: willExclude ? 'exclude' : 'activate',
        context,
        ads_id: Number(order),
        ...(bot === undefined ? {} : { bot_id: Number(bot) }),
      }),
    });
    if (!response.ok) throw new Error(String(response.status));
    const { result } = await response.json();
    show(button, result.is_excluded);
  } catch {
    button.classList.add('failed');
    button.title = 'That did not work. Open this page again from the bot, then try once more.';
  } finally {
    button.disabled = false;
    button.focus();
  }
}

function show(button, isExcluded) {
  button.setAttribute('aria-pressed', String(isExcluded));
  button.textContent = isExcluded ? 'Excluded' : 'Active';
  button.removeAttribute('title');
}
