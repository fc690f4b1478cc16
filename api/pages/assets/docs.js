// The API reference: everything comes from this host, and "Try it out" asks this very service.
const root = document.querySelector('#reference');

// The names of paths stand in buttons, where a link of their own could not be reached by the keyboard.
const plainPaths = () => ({
  wrapComponents: {
    DeepLink:
      (_Original, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

// It makes fields without names, and examples that only a mouse can scroll.
const named = { textarea: 'Request body', select: 'Choice', input: 'Value' };
function complete() {
  for (const example of root.querySelectorAll('pre.example:not([tabindex])')) example.tabIndex = 0;
  for (const [kind, name] of Object.entries(named)) {
    for (const field of root.querySelectorAll(`${kind}:not([aria-label])`)) {
      const row = field.closest('tr')?.querySelector('.parameter__name')?.firstChild?.textContent;
      field.setAttribute('aria-label', field.id === 'servers' ? 'Server' : (row ?? name));
    }
  }
}
new MutationObserver(complete).observe(root, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  plugins: [plainPaths],
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Without this it asks a checker on another host.
  validatorUrl: null,
});
