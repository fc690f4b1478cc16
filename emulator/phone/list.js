/** The left column: whose phone this is, and their chats. */
import { avatar, element, plural, reconcile, shortWhen } from './dom.js';
import { preview } from './message.js';

/** Fills the menu of people. */
export function showPeople(menu, users, currentId, roles, choose) {
  menu.replaceChildren(
    element('p.people-title', {}, 'Whose phone is this?'),
    ...users.map((user) =>
      element(
        `button.person${user.id === currentId ? '.current' : ''}`,
        { type: 'button', role: 'menuitem', 'data-user': String(user.id), onclick: () => choose(user.id) },
        avatar({ id: user.id, name: user.first_name, photo: user.photo }, 36),
        element(
          'span.person-text',
          {},
          element(
            'strong',
            {},
            nameOf(user),
            user.is_premium ? element('span.premium', { title: 'Premium' }, ' ★') : '',
          ),
          element(
            'small',
            {},
            [roles.get(user.id), user.username ? `@${user.username}` : `id ${user.id}`]
              .filter(Boolean)
              .join(' · '),
          ),
        ),
      ),
    ),
  );
}

export const nameOf = (user) => [user.first_name, user.last_name].filter(Boolean).join(' ');

/**
 * Fills the list of chats: those the user is in, newest first, then what else there is to find.
 * @param options {inbox, selected, search, isUnread, open}
 */
export function showChats(container, { inbox, selected, search, isUnread, open }) {
  const entries = [...inbox.bots.map(botEntry), ...inbox.chats.map(chatEntry)];
  const wanted = search
    .trim()
    .toLowerCase()
    .replace(/^@|^https?:\/\/t\.me\//, '');
  const found = entries.filter((entry) => `${entry.name} ${entry.username}`.toLowerCase().includes(wanted));
  const mine = found.filter((entry) => entry.isMine).sort((one, other) => other.when - one.when);
  const others = found
    .filter((entry) => !entry.isMine)
    .sort((one, other) => one.name.localeCompare(other.name));
  const rows = [
    ...mine,
    ...(others.length > 0
      ? [{ kind: 'title', id: 'found', name: mine.length > 0 ? 'Discover' : 'Bots and channels' }]
      : []),
    ...others,
    ...(found.length === 0 ? [{ kind: 'title', id: 'nothing', name: 'Nothing is called that' }] : []),
  ];
  reconcile(container, rows, {
    key: (entry) => `${entry.kind}:${entry.id}`,
    signature: (entry) =>
      JSON.stringify([entry, isSelected(entry, selected), entry.isMine && isUnread(entry)]),
    build: (entry) =>
      entry.kind === 'title'
        ? element('h2.list-title', {}, entry.name)
        : row(entry, isSelected(entry, selected), entry.isMine && isUnread(entry), open),
  });
}

const isSelected = (entry, selected) => selected?.kind === entry.kind && selected.id === entry.id;

function row(entry, isCurrent, isUnread, open) {
  return element(
    `button.chat-row${isCurrent ? '.current' : ''}`,
    {
      type: 'button',
      'aria-current': isCurrent ? 'true' : undefined,
      onclick: () => open(entry.kind, entry.id),
    },
    avatar({
      id: entry.id,
      name: entry.name,
      photo: entry.photo,
      shape: entry.kind === 'bot' ? 'round' : 'square',
    }),
    element(
      'span.row-text',
      {},
      element(
        'span.row-top',
        {},
        element('strong', {}, entry.name),
        entry.kind === 'bot' ? element('span.badge', {}, 'bot') : '',
        entry.when > 0 ? element('time', {}, shortWhen(entry.when)) : '',
      ),
      element(
        'span.row-bottom',
        {},
        element('span.row-preview', {}, entry.line),
        isUnread ? element('span.unread', { 'aria-label': 'unread' }) : '',
      ),
    ),
  );
}

function botEntry(bot) {
  const last = bot.last_message;
  return {
    kind: 'bot',
    id: bot.id,
    name: bot.first_name,
    username: bot.username,
    isMine: bot.started,
    when: last?.date ?? 0,
    lastId: last?.message_id ?? 0,
    isLastOwn: last ? last.from?.is_bot !== true : true,
    line: bot.blocked
      ? 'You blocked this bot'
      : last
        ? `${last.from?.is_bot ? '' : 'You: '}${preview(last)}`
        : `@${bot.username}`,
  };
}

function chatEntry(chat) {
  const last = chat.last_message;
  return {
    kind: 'chat',
    id: chat.id,
    name: chat.title,
    username: chat.username ?? '',
    photo: chat.photo,
    isMine: chat.is_in || chat.status === 'requested',
    when: last?.date ?? 0,
    lastId: last?.message_id ?? 0,
    isLastOwn: false,
    line:
      chat.status === 'requested'
        ? 'You asked to join'
        : last
          ? preview(last)
          : plural(chat.members, chat.type === 'channel' ? 'subscriber' : 'member'),
  };
}
