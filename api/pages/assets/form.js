// The form inside the messenger: its signed word of who is looking goes along with each answer, and it closes by itself.
const app = window.Telegram?.WebApp;
const isInside = app !== undefined && app.initData !== '';

if (isInside) {
  app.ready();
  app.expand();
  for (const form of document.forms) {
    form.elements.init_data.value = app.initData;
    form.elements.platform.value = app.platform;
  }
}

// A second tap while the first is on its way would answer the next question by accident.
document.addEventListener('submit', (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = 'yes';
});

const closeButton = document.querySelector('[data-close]');
if (closeButton !== null && isInside) {
  closeButton.classList.remove('waiting');
  closeButton.addEventListener('click', () => app.close());
  // Long enough to read the thanks.
  setTimeout(() => app.close(), 1_600);
}
