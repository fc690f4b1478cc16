/** A switch of the blacklist, on while its row is shown: a form, which the script sends without leaving the page. */
import { html, type Html } from '../html.js';
import { fieldsOf, type Look } from './look.js';

/** @param name what is switched, for people who do not see the row */
export function exclusionSwitch(
  { query, words }: Look,
  isExcluded: boolean,
  name: string,
  about: { context: 'advertiser' | 'publisher'; orderId: number; botId: number | null },
): Html {
  const state = isExcluded ? words.excluded : words.active;
  const press = isExcluded ? words.pressToShow : words.pressToExclude;
  return html`<form
    class="switch"
    method="post"
    action="/statistic/exclusion?${fieldsOf(query)}"
    data-active="${words.active}"
    data-excluded="${words.excluded}"
    data-press-active="${words.pressToExclude}"
    data-press-excluded="${words.pressToShow}"
  >
    <input type="hidden" name="context" value="${about.context}" />
    <input type="hidden" name="ads_id" value="${about.orderId}" />
    ${about.botId !== null && html`<input type="hidden" name="bot_id" value="${about.botId}" />`}
    <button
      class="exclusion"
      role="switch"
      name="action"
      value="${isExcluded ? 'activate' : 'exclude'}"
      aria-checked="${String(!isExcluded)}"
    >
      <span class="track" aria-hidden="true"></span>
      <span class="said"
        ><span class="state">${state}</span><span class="spoken"> ${name}</span
        ><span class="press">${press}</span></span
      >
    </button>
  </form>`;
}
