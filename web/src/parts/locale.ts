/** In which language the browser writes numbers, dates and names. */

/** Languages that Chromium has no data of, such as Kazakh and Belarusian, write numbers and dates as Russian does. */
const NEIGHBOUR = 'ru';

/** @returns the language itself, or Russian where the browser has no data of it: it would write January as `M01` */
export function localeOf(language: string): string {
  const months = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const isKnown = months.resolvedOptions().locale.startsWith(language) && !/^M\d/.test(months.format(0));
  return isKnown ? language : NEIGHBOUR;
}

/** Names of countries and languages are in English where Russian ones would be in another script, as in Uzbek. */
export function namesLocaleOf(language: string): string {
  const locale = localeOf(language);
  const isRead = locale === language || new Intl.Locale(language).maximize().script === 'Cyrl';
  return isRead ? locale : 'en';
}
