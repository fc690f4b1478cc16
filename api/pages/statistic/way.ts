/** The way of users through orders as four steps: shown, joined, paid for, left. */
import type { Way } from '../../../core/statistics/index.js';
import { html, type Content } from '../html.js';
import type { Look } from './look.js';

const steps = ['shown', 'joined', 'paid', 'left'] as const;

export function wayOf({ words, format }: Look, way: Way): Content {
  const most = Math.max(...steps.map((step) => way[step]));
  if (most === 0) return null;
  return html`<section class="way">
    <h2>${words.way}</h2>
    <ol>
      ${steps.map((step, index) => {
        const { name, about } = words.waySteps[step];
        const earlier = index === 0 ? 0 : way[steps[index - 1] ?? 'shown'];
        return html`<li class="${step}">
          <span class="name">${name}</span>
          <b>${format.count(way[step])}</b>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width="100" height="1" />
            <rect class="mark" width="${((100 * way[step]) / most).toFixed(2)}" height="1" />
          </svg>
          <span class="note"
            >${about}${earlier > 0 && html` · ${words.ofStepBefore(format.share(way[step] / earlier))}`}</span
          >
        </li>`;
      })}
    </ol>
  </section>`;
}
