/** Import from another service, in Russian. */

export const imports = {
  history: (source: string) => `Импортированная история: ${source}`,
  historyTotal: (subscribers: string, value: string) => `Всего подписчиков: ${subscribers}, сумма: ${value}.`,
  historyHint: 'Посчитано тем сервисом, в его валюте. В остальные цифры здесь не входит.',
};
