/** What a newcomer can try, step by step; a step takes them to its person and chat. */
import { element, icon, icons } from './dom.js';

/** @param onGo gets the step that was chosen @param onClose absent: it can't be closed */
export function guideNodes(guide, current, { onGo, onClose }) {
  const count = guide.steps.filter(({ done }) => done).length;
  return [
    element(
      'header.guide-head',
      {},
      element('h2', {}, guide.title),
      onClose
        ? element(
            'button.icon-button',
            { type: 'button', 'aria-label': 'Close the guide', onclick: onClose },
            icon(icons.close),
          )
        : '',
    ),
    guide.text ? element('p.guide-text', {}, guide.text) : '',
    count === 0 ? '' : element('p.guide-count', {}, `${count} of ${guide.steps.length} done`),
    element(
      'ol.steps',
      {},
      ...guide.steps.map((step, index) => stepNode(step, index, current === index, onGo)),
    ),
  ].filter((node) => node !== '');
}

function stepNode(step, index, isCurrent, onGo) {
  const leads = step.user_id !== undefined || step.bot !== undefined || step.chat !== undefined;
  return element(
    `li.step${isCurrent ? '.current' : ''}${step.done ? '.done' : ''}`,
    {},
    element('h3', {}, step.title, step.done ? element('span.done-note', {}, 'Done') : ''),
    element('p', {}, step.text),
    leads
      ? element(
          'button.go',
          { type: 'button', onclick: () => onGo(step, index) },
          isCurrent || step.done ? 'Open again' : 'Show me',
        )
      : '',
  );
}

/** What the people of the guide are, by their ids. */
export function rolesOf({ steps }) {
  const roles = new Map();
  for (const { user_id, title } of steps) {
    const role = /,\s*(?:who )?(.+)$/.exec(title)?.[1];
    if (user_id !== undefined && role && !roles.has(user_id)) roles.set(user_id, role);
  }
  return roles;
}
