// The API reference (Scalar): everything comes from this host, and "Test Request" asks this very service.

// Style sheets that it makes while it runs carry the page's nonce; the policy lets no others in.
const { content: nonce } = document.querySelector('meta[property=csp-nonce]');
const create = document.createElement;
document.createElement = function (name, options) {
  const element = create.call(this, name, options);
  if (String(name).toLowerCase() === 'style') element.nonce = nonce;
  return element;
};

// It leaves buttons without names, marks them as what they are not, and makes lists that only a mouse can scroll.
const root = document.querySelector('#reference');
function complete() {
  for (const copy of root.querySelectorAll('button[class*=copy]:not([aria-label])')) {
    copy.setAttribute('aria-label', 'Copy');
  }
  for (const search of root.querySelectorAll('button[role=search]')) search.removeAttribute('role');
  for (const button of root.querySelectorAll('button[aria-selected]:not([role])')) {
    if (button.ariaSelected === 'true') button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
    button.removeAttribute('aria-selected');
  }
  for (const inner of root.querySelectorAll('button [tabindex]')) inner.removeAttribute('tabindex');
  // Parts of a page differ by their names; these have the same, or none.
  for (const part of root.querySelectorAll('aside[role=navigation], [role=region]'))
    part.removeAttribute('role');
  for (const list of root.querySelectorAll('ul.endpoints:not([tabindex])')) list.tabIndex = 0;
}
const attributeFilter = ['aria-selected', 'role', 'tabindex'];
new MutationObserver(complete).observe(root, { childList: true, subtree: true, attributeFilter });

// Its own script runs after this one, and before the document is done.
document.addEventListener('DOMContentLoaded', () => {
  window.Scalar.createApiReference('#reference', {
    url: '/docs/openapi.json',
    theme: 'default',
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'none',
    hiddenClients: true,
    hideModels: true,
    persistAuth: false,
    defaultOpenAllTags: true,
    orderSchemaPropertiesBy: 'preserve',
  });
});
