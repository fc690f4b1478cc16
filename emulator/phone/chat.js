/** The middle: an open chat with a bot, or a channel, with what can be done there. */
import { avatar, dayKey, dayName, element, icon, icons, plural, reconcile } from './dom.js';
import { messageNode } from './message.js';

const $ = (id) => document.getElementById(id);

/** The chat's name, what is said of it, and its buttons. */
export function showHead(chat, { isTyping, actions }) {
  const face = faceOf(chat);
  const known = chat.kind === 'bot' ? `@${chat.bot.username} · bot` : channelNote(chat.channel);
  const note = isTyping ? 'typing…' : known;
  $('chat-avatar').replaceChildren(avatar(face, 40));
  $('chat-name').textContent = face.name;
  $('chat-note').textContent = note;
  $('chat-note').classList.toggle('typing', isTyping);
  $('chat-actions').replaceChildren(...headButtons(chat, actions));
}

/** What its picture is made of. */
const faceOf = ({ bot, channel }) =>
  bot
    ? { id: bot.id, name: bot.first_name, photo: bot.photo, shape: 'round' }
    : { id: channel.id, name: channel.title, photo: channel.photo, shape: 'square' };

const membersOf = ({ members, type }) => plural(members, type === 'channel' ? 'subscriber' : 'member');

function channelNote(channel) {
  const members = membersOf(channel);
  return channel.username ? `@${channel.username} · ${members}` : `private · ${members}`;
}

function headButtons(chat, actions) {
  const own = chat.isOwn ? [headButton('Change', icons.edit, actions.change)] : [];
  if (chat.kind === 'chat')
    return [...own, ...(chat.channel.is_in ? [headButton('Leave', icons.leave, actions.leave)] : [])];
  if (!chat.bot.started || chat.bot.blocked) return own;
  return [...own, headButton('Block this bot', icons.block, actions.block)];
}

const headButton = (label, path, onclick) =>
  element('button.icon-button', { type: 'button', title: label, 'aria-label': label, onclick }, icon(path));

/** Whether the newest message is in sight. */
let isAtEnd = true;
const endOf = (holder) => holder.scrollHeight - holder.scrollTop - holder.clientHeight < 80;

/** What was in sight stays so when the room changes: a keyboard opens, or the screen is turned. */
export function keepEnd() {
  const holder = $('messages');
  holder.addEventListener('scroll', () => (isAtEnd = endOf(holder)));
  new ResizeObserver(() => {
    if (isAtEnd) holder.scrollTo({ top: holder.scrollHeight });
  }).observe(holder);
}

/** The messages, with days between them; stays at the end when it was at the end. */
export function showMessages(chat, { actions, waiting, isFresh }) {
  const holder = $('messages');
  const wasAtEnd = isFresh || endOf(holder);
  const items = [...intro(chat), ...withDays(chat.messages)];
  reconcile(holder, items, {
    key: (item) => item.key,
    signature: (item) =>
      JSON.stringify([item, [...waiting].filter((name) => name.startsWith(`${item.message?.message_id}:`))]),
    build: (item) => {
      if (item.day) return element('div.service', {}, element('span', {}, item.day));
      if (item.card) return cardFor(chat);
      const isOwn = chat.kind === 'bot' && item.message.from?.is_bot !== true;
      return messageNode(item.message, { isOwn, actions, waiting });
    },
  });
  if (!wasAtEnd) return;
  const toEnd = () => holder.scrollTo({ top: holder.scrollHeight });
  toEnd();
  for (const image of holder.querySelectorAll('img')) image.addEventListener('load', toEnd, { once: true });
}

function withDays(messages) {
  let day = '';
  return messages.flatMap((message) => {
    const items = [{ key: message.message_id, message }];
    if (dayKey(message.date) !== day) {
      day = dayKey(message.date);
      items.unshift({ key: `day-${day}`, day: dayName(message.date) });
    }
    return items;
  });
}

/** What stands in a chat where nothing was said yet. */
function intro(chat) {
  if (chat.kind === 'chat')
    return [{ key: 'card', card: [chat.channel.title, chat.channel.description, chat.channel.members] }];
  return chat.messages.length === 0
    ? [{ key: 'card', card: [chat.bot.first_name, chat.bot.description] }]
    : [];
}

function cardFor(chat) {
  const isBot = chat.kind === 'bot';
  const face = faceOf(chat);
  const words = isBot
    ? chat.bot.description || 'Press Start to begin the conversation.'
    : chat.channel.description ||
      (chat.channel.username ? `t.me/${chat.channel.username}` : 'A private channel');
  return element(
    'div.intro',
    {},
    avatar(face, 88),
    element('h2', {}, face.name),
    element('p', {}, words),
    isBot ? '' : element('p.intro-count', {}, membersOf(chat.channel)),
  );
}

/** Below the messages: Join for channels, Start or Unblock for bots, else the composer. */
export function showFoot(chat, actions) {
  const foot = $('foot');
  const kind = footKind(chat);
  const signature = JSON.stringify([
    kind,
    chat.kind,
    chat.bot?.id ?? chat.channel?.id,
    chat.bot?.commands,
    chat.bot?.menu_button,
    chat.bot?.keyboard,
  ]);
  if (foot.dataset.signature === signature) return;
  foot.dataset.signature = signature;
  const draft = foot.querySelector('textarea')?.value ?? '';
  const isSameBot = foot.dataset.chat === String(chat.bot?.id);
  foot.dataset.chat = String(chat.bot?.id);
  if (kind !== 'composer') {
    foot.replaceChildren(footButton(kind, actions));
    return;
  }
  foot.replaceChildren(...composer(chat, actions));
  if (isSameBot) foot.querySelector('textarea').value = draft;
}

function footKind(chat) {
  if (chat.kind === 'bot') return chat.bot.blocked ? 'unblock' : chat.bot.started ? 'composer' : 'start';
  if (chat.channel.is_in) return 'joined';
  if (chat.channel.status === 'kicked') return 'banned';
  if (chat.channel.status === 'requested') return 'requested';
  return chat.takesRequests ? 'request' : 'join';
}

function footButton(kind, actions) {
  const buttons = {
    start: ['Start', actions.start],
    unblock: ['Unblock', actions.unblock],
    join: ['Join', actions.join],
    request: ['Request to join', actions.join],
    requested: ['Request sent, waiting for an administrator', null],
    banned: ['You cannot join this channel', null],
    joined: ['You are in this channel', null],
  };
  const [label, onclick] = buttons[kind];
  if (onclick === null) return element('p.foot-note', {}, label);
  return element('button.primary.wide', { type: 'button', onclick }, label);
}

function composer(chat, actions) {
  const input = element('textarea.input', {
    rows: 1,
    placeholder: chat.bot.keyboard?.input_field_placeholder ?? 'Message',
    'aria-label': 'Message',
    onkeydown: (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      submit();
    },
    oninput: () => fit(input),
  });
  const submit = () => {
    const text = input.value.trim();
    if (text === '') return;
    input.value = '';
    fit(input);
    actions.say(text);
  };
  const menu = commandsMenu(chat.bot, actions);
  const line = element(
    'form.composer',
    {
      onsubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    menuButton(chat.bot, actions),
    input,
    element('button.send.icon-button', { type: 'submit', 'aria-label': 'Send' }, icon(icons.send)),
  );
  const rows = chat.bot.keyboard?.keyboard ?? [];
  return [menu, line, rows.length === 0 ? '' : replyKeyboard(rows, actions)].filter((part) => part !== '');
}

function fit(input) {
  input.style.setProperty('height', 'auto');
  input.style.setProperty('height', `${Math.min(160, input.scrollHeight)}px`);
}

function menuButton(bot, actions) {
  const own = bot.menu_button;
  if (own?.type === 'web_app') {
    return element(
      'button.menu-button',
      { type: 'button', onclick: () => actions.openApp(own.web_app.url, own.text) },
      icon(icons.app),
      element('span', {}, own.text),
    );
  }
  if (bot.commands.length === 0) return '';
  return element(
    'button.menu-button',
    { type: 'button', popovertarget: 'commands', 'aria-label': 'Menu of commands' },
    icon(icons.menu),
    element('span', {}, 'Menu'),
  );
}

function commandsMenu(bot, actions) {
  if (bot.commands.length === 0) return '';
  const menu = element('div.commands', { id: 'commands', popover: 'auto', role: 'menu' });
  menu.append(
    ...bot.commands.map(({ command, description }) =>
      element(
        'button.command-row',
        {
          type: 'button',
          role: 'menuitem',
          onclick: () => {
            menu.hidePopover();
            actions.say(`/${command}`);
          },
        },
        element('strong', {}, `/${command}`),
        element('span', {}, description),
      ),
    ),
  );
  return menu;
}

function replyKeyboard(rows, actions) {
  return element(
    'div.reply-keyboard',
    { role: 'group', 'aria-label': "The bot's keyboard" },
    ...rows.map((row) =>
      element(
        'div.row',
        {},
        ...row.map((button) =>
          element(
            'button.key',
            { type: 'button', onclick: () => actions.pressReply(button) },
            button.text ?? button,
          ),
        ),
      ),
    ),
  );
}
