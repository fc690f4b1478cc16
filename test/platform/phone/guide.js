/** What a newcomer can try, step by step; a step takes them to its person and chat. */
import { element, icon, icons } from './dom.js';

/** @param onGo gets the step that was chosen @param onClose absent: it can't be closed */
export function guideNodes(guide, current, { onGo, onClose }) {
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
    `li.step${isCurrent ? '.current' : ''}`,
    {},
    element('h3', {}, step.title),
    element('p', {}, step.text),
    leads
      ? element(
          'button.go',
          { type: 'button', onclick: () => onGo(step, index) },
          isCurrent ? 'Open again' : 'Show me',
        )
      : '',
  );
}
