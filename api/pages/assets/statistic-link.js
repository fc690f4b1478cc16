// Goes on to the statistics; a page that a browser prepares in advance has no reader yet.
const form = document.querySelector('form');
if (document.prerendering)
  document.addEventListener('prerenderingchange', () => form.submit(), { once: true });
else form.submit();
