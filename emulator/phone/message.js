/** Shows messages as bubbles: text with its entities, pictures, files, invoices, and inline keyboards. */
import { element, icon, icons, plural, timeOf } from './dom.js';

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code.inline',
  pre: 'pre',
  blockquote: 'blockquote',
  expandable_blockquote: 'blockquote',
};

/** Text with its entities as nodes. @param actions what links and commands do */
export function styled(text, entities, actions) {
  const holder = document.createDocumentFragment();
  fill(holder, text, 0, text.length, entities ?? [], actions);
  return holder;
}

/** Entities are sorted by place, longer first, so what lies within one follows it. */
function fill(parent, text, from, to, entities, actions) {
  let at = from;
  entities.forEach((entity, index) => {
    const start = Math.max(entity.offset, at);
    const end = Math.min(entity.offset + entity.length, to);
    if (start >= end) return;
    if (start > at) parent.append(text.slice(at, start));
    const node = nodeFor(entity, text.slice(start, end), actions);
    fill(node, text, start, end, entities.slice(index + 1), actions);
    parent.append(node);
    at = end;
  });
  if (at < to) parent.append(text.slice(at, to));
}

function nodeFor(entity, text, actions) {
  switch (entity.type) {
    case 'text_link':
      return link(entity.url, actions);
    case 'url':
      return link(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`, actions);
    case 'mention':
      return link(`https://t.me/${text.slice(1)}`, actions);
    case 'bot_command':
      return element('button.command', { type: 'button', onclick: () => actions.say(text) });
    case 'spoiler':
      return element('span.spoiler', {
        tabIndex: 0,
        role: 'button',
        'aria-label': 'Hidden text; press to show',
        onclick: reveal,
        onkeydown: (event) => {
          if (event.key === 'Enter') reveal(event);
        },
      });
    default:
      return element(tags[entity.type] ?? 'span');
  }
}

function reveal(event) {
  event.currentTarget.classList.add('shown');
  event.currentTarget.removeAttribute('aria-label');
}

function link(address, actions) {
  const isSafe = /^(https?|tg):/i.test(address);
  return element('a', {
    href: isSafe ? address : '#',
    target: '_blank',
    rel: 'noopener noreferrer',
    onclick: (event) => {
      event.preventDefault();
      if (isSafe) actions.open(address);
    },
  });
}

/** A whole message of a chat. @param context {isOwn, actions, waiting: Set of pressed "message:data"} */
export function messageNode(message, { isOwn, actions, waiting }) {
  const service = serviceText(message);
  if (service) return element('div.service', {}, element('span', {}, service));
  const body = message.text ?? message.caption ?? '';
  const entities = message.entities ?? message.caption_entities;
  const bubble = element(
    `div.bubble${message.photo ? '.with-photo' : ''}`,
    {},
    message.reply_to_message ? quote(message.reply_to_message) : null,
    message.photo ? photo(message) : null,
    message.document ? documentCard(message.document) : null,
    message.invoice ? invoice(message.invoice) : null,
    body === '' ? null : element('div.text', {}, styled(body, entities, actions)),
    element('span.meta', {}, message.edit_date ? 'edited ' : '', timeOf(message.date)),
  );
  const keyboard = message.reply_markup?.inline_keyboard ?? [];
  const payable =
    message.invoice && keyboard.length === 0 ? [[{ text: payLabel(message.invoice), pay: true }]] : keyboard;
  return element(
    `div.message${isOwn ? '.own' : ''}`,
    {},
    bubble,
    payable.length === 0 ? null : inlineKeyboard(message, payable, actions, waiting),
  );
}

/** One line for the list of chats. */
export function preview(message) {
  const words = message.text ?? message.caption;
  if (words) return words.replace(/\s+/g, ' ');
  if (message.photo) return 'Photo';
  if (message.document) return message.document.file_name ?? 'File';
  return serviceText(message) ?? (message.invoice ? message.invoice.title : 'Message');
}

function serviceText(message) {
  if (message.successful_payment)
    return `You paid ${plural(message.successful_payment.total_amount, 'star')} ⭐`;
  if (message.refunded_payment)
    return `${plural(message.refunded_payment.total_amount, 'star')} ⭐ came back to you`;
  if (message.chat_shared) return `You chose ${message.chat_shared.title ?? 'a chat'}`;
  if (message.users_shared) return `You chose ${plural(message.users_shared.users.length, 'user')}`;
  return null;
}

function quote(message) {
  const author = message.from?.first_name ?? message.sender_chat?.title ?? '';
  return element('div.quote', {}, element('strong', {}, author), element('span', {}, preview(message)));
}

function photo(message) {
  const size = message.photo.at(-1);
  const height = size.width > 0 ? (size.height / size.width) * 100 : 66;
  return element(
    `div.photo${message.has_media_spoiler ? '.hidden-photo' : ''}`,
    {
      style: { '--ratio': `${Math.min(78, Math.max(30, height))}%` },
      onclick: (event) => event.currentTarget.classList.remove('hidden-photo'),
    },
    element('img', { src: fileAddress(size.file_id), alt: 'Photo', loading: 'lazy' }),
  );
}

function documentCard(file) {
  const kilobytes = Math.max(1, Math.round((file.file_size ?? 0) / 1024));
  return element(
    'a.document',
    { href: fileAddress(file.file_id), download: file.file_name ?? 'file' },
    element('span.document-icon', {}, (file.file_name ?? '').split('.').pop()?.slice(0, 4) ?? ''),
    element(
      'span',
      {},
      element('strong', {}, file.file_name ?? 'File'),
      element('small', {}, `${kilobytes} KB`),
    ),
  );
}

/** A file id carries the name the page may ask for; the part before it says whose it is. */
function fileAddress(fileId) {
  const packed = fileId.slice(8).replaceAll('-', '+').replaceAll('_', '/');
  return `/emulator/files/${encodeURIComponent(atob(packed).split(':')[1] ?? '')}`;
}

function invoice({ title, description, total_amount }) {
  return element(
    'div.invoice',
    {},
    element('strong', {}, title),
    element('p', {}, description),
    element('span.price', {}, `⭐ ${total_amount.toLocaleString()}`),
  );
}

const payLabel = ({ total_amount }) => `Pay ⭐ ${total_amount.toLocaleString()}`;

function inlineKeyboard(message, rows, actions, waiting) {
  return element(
    'div.inline-keyboard',
    {},
    ...rows.map((row) =>
      element('div.row', {}, ...row.map((button) => inlineButton(message, button, actions, waiting))),
    ),
  );
}

function inlineButton(message, button, actions, waiting) {
  const isWaiting = waiting.has(`${message.message_id}:${button.callback_data}`);
  const mark = button.web_app ? icons.app : button.url ? icons.open : null;
  return element(
    `button.key${button.style ? `.${button.style}` : ''}${isWaiting ? '.waiting' : ''}`,
    {
      type: 'button',
      'aria-busy': isWaiting ? 'true' : undefined,
      title: button.url ?? undefined,
      'data-callback': button.callback_data,
      onclick: () => actions.pressInline(message, button),
    },
    element('span', {}, button.pay ? button.text.replace(/XTR/g, '⭐') : button.text),
    mark ? icon(mark) : null,
  );
}
