/** Small helpers to make and keep elements. Text from outside only ever becomes text, never markup. */

/** Makes an element: `element('a.link', {href}, 'text', child)`. Handlers are `onclick` and the like. */
export function element(selector, properties = {}, ...children) {
  const [tag, ...classes] = selector.split('.');
  const node = document.createElement(tag || 'div');
  if (classes.length > 0) node.className = classes.join(' ');
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'style')
      for (const [key, part] of Object.entries(value)) node.style.setProperty(key, part);
    else if (name in node && name !== 'list') node[name] = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

const svgNames = 'http://www.w3.org/2000/svg';

/** A line icon from one path on a 20 by 20 grid. */
export function icon(path) {
  const svg = document.createElementNS(svgNames, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svgNames, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const icons = {
  send: 'M3.5 10 17 3.800l-3.600 13-3.700-5.300zM9.700 11.500 17 3.800',
  menu: 'M4 6h12M4 10h12M4 14h8',
  keyboard: 'M3 5.500h14v9H3zM6 8.500h.01M9 8.500h.01M12 8.500h.01M14.500 8.500h.01M6.500 11.800h7',
  close: 'm5 5 10 10M15 5 5 15',
  open: 'M8 5H5v10h10v-3M11 5h4v4M15 5l-6 6',
  app: 'M4 4h12v12H4zM4 8h12',
  leave: 'M8 4H4.500v12H8M12.500 6.500 16 10l-3.500 3.500M16 10H8',
  edit: 'M4 16l.8-3.600 8.700-8.700 2.800 2.800-8.700 8.700zM11.500 5.700l2.800 2.800',
  block: 'M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM5.500 5.500l9 9',
};

/** A round picture: their photo, or their initials on a colour of their own. */
export function avatar({ id, name, photo, shape = 'round' }, size = 48) {
  const style = { '--size': `${size}px`, '--hue': String(hueOf(id)) };
  if (photo) return element(`span.avatar.${shape}`, { style }, element('img', { src: photo, alt: '' }));
  return element(`span.avatar.${shape}`, { style, 'aria-hidden': 'true' }, initials(name));
}

function hueOf(id) {
  // The golden angle keeps neighbours apart.
  return Math.round((Math.abs(Number(id) || 0) % 9973) * 137.508) % 360;
}

function initials(name) {
  const words = String(name).trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/**
 * Makes a container's children match `items`, keeping what has not changed, so that pictures don't flicker and focus
 * stays where it is.
 * @param signature what an element depends on; a new one means a new element
 */
export function reconcile(container, items, { key, signature, build }) {
  const before = new Map([...container.children].map((node) => [node.dataset.key, node]));
  let previous = null;
  for (const item of items) {
    const id = String(key(item));
    const now = signature(item);
    let node = before.get(id);
    before.delete(id);
    if (!node || node.dataset.signature !== now) {
      const fresh = build(item);
      fresh.dataset.key = id;
      fresh.dataset.signature = now;
      const hadFocus = node?.contains(document.activeElement) && node.tagName === 'BUTTON';
      node?.replaceWith(fresh);
      node = fresh;
      if (hadFocus) fresh.focus();
    }
    const next = previous === null ? container.firstChild : previous.nextSibling;
    if (next !== node) container.insertBefore(node, next);
    previous = node;
  }
  for (const node of before.values()) node.remove();
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const longDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

export const timeOf = (seconds) => clock.format(seconds * 1000);
export const dayKey = (seconds) => new Date(seconds * 1000).toDateString();

export function dayName(seconds) {
  const isToday = dayKey(seconds) === new Date().toDateString();
  return isToday ? 'Today' : longDay.format(seconds * 1000);
}

export function shortWhen(seconds) {
  return dayKey(seconds) === new Date().toDateString() ? timeOf(seconds) : dayAndMonth.format(seconds * 1000);
}

export const plural = (count, word) => `${count.toLocaleString()} ${word}${count === 1 ? '' : 's'}`;
