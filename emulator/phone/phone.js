/** The phone page: one person's messenger on the emulated platform. Keeps what is shown true as things happen. */
import { guideNodes, rolesOf } from './guide.js';
import { nameOf, showChats, showPeople } from './list.js';
import { keepEnd, showFoot, showHead, showMessages } from './chat.js';
import { avatar, element } from './dom.js';
import { pathWithin } from './links.js';
import { changeBot, changeChat, openMaker } from './maker.js';
import { get, listen, post } from './server.js';
import { choose, openWebApp } from './sheet.js';

const $ = (id) => document.getElementById(id);
const answerWithinMs = 15_000;
const typingMs = 5_000;

const state = {
  users: [],
  userId: Number(localStorage.getItem('user')) || 0,
  inbox: { bots: [], chats: [] },
  /** {kind: 'bot' | 'chat', id} */
  selected: null,
  /** The link by which the open channel was found, which may ask for requests. */
  link: null,
  messages: [],
  search: '',
  /** Pressed buttons that wait for an answer, as "message:data". */
  waiting: new Set(),
  queries: new Map(),
  typingUntil: 0,
  guide: { title: '', steps: [] },
  step: Number(localStorage.getItem('step') ?? -1),
  loads: 0,
};

const currentUser = () => state.users.find((user) => user.id === state.userId);
const openBot = () =>
  state.selected?.kind === 'bot' ? state.inbox.bots.find((bot) => bot.id === state.selected.id) : undefined;
const openChannel = () =>
  state.selected?.kind === 'chat'
    ? state.inbox.chats.find((chat) => chat.id === state.selected.id)
    : undefined;

function openChat() {
  const bot = openBot();
  const channel = openChannel();
  const isOwn = (bot ?? channel)?.owner_id === state.userId;
  if (bot) return { kind: 'bot', bot, isOwn, messages: state.messages };
  const takesRequests = state.link?.creates_join_request ?? channel?.join_requests ?? false;
  return channel ? { kind: 'chat', channel, isOwn, takesRequests, messages: state.messages } : null;
}

function show({ isFresh = false } = {}) {
  const user = currentUser();
  $('me-name').textContent = user ? nameOf(user) : 'Nobody yet';
  $('me-name').dataset.user = String(state.userId);
  $('me-avatar').replaceChildren(
    user ? avatar({ id: user.id, name: user.first_name, photo: user.photo }, 40) : '',
  );
  showPeople($('people'), state.users, state.userId, rolesOf(state.guide), (id) => {
    $('people').hidePopover();
    switchUser(id).catch(complain);
  });
  const chat = openChat();
  if (chat) markRead();
  showChats($('chats'), { ...state, isUnread, open: (kind, id) => void openById(kind, id).catch(complain) });
  $('chat').hidden = !chat;
  $('empty').hidden = Boolean(chat);
  $('phone').dataset.screen = chat ? 'chat' : 'list';
  document.title = chat ? `${chat.bot?.first_name ?? chat.channel.title} · Phone` : 'Phone';
  if (chat) {
    showHead(chat, { isTyping: state.typingUntil > Date.now(), actions });
    showFoot(chat, actions);
    showMessages(chat, { actions, waiting: state.waiting, isFresh });
  }
  showGuide();
}

function showGuide() {
  const hasGuide = state.guide.steps.length > 0;
  $('guide').hidden = !hasGuide;
  $('guide-button').hidden = !hasGuide;
  $('first-step').hidden = !hasGuide;
  const signature = JSON.stringify([state.guide, state.step]);
  if (!hasGuide || $('guide').dataset.signature === signature) return;
  $('guide').dataset.signature = signature;
  const onGo = (step, index) => void go(step, index).catch(complain);
  $('guide').replaceChildren(...guideNodes(state.guide, state.step, { onGo }));
  $('guide-sheet').replaceChildren(
    ...guideNodes(state.guide, state.step, { onGo, onClose: () => $('guide-sheet').close() }),
  );
}

const readKey = (entry) => `read:${state.userId}:${entry.kind}:${entry.id}`;
const isUnread = (entry) =>
  !entry.isLastOwn && entry.lastId > Number(localStorage.getItem(readKey(entry)) ?? 0);

function markRead() {
  const last = state.messages.at(-1);
  if (last && document.visibilityState === 'visible')
    localStorage.setItem(readKey(state.selected), String(last.message_id));
}

/** A line that goes away by itself, as the platform shows answers to buttons. */
function toast(text) {
  const line = element('div.toast', {}, text);
  $('toasts').append(line);
  line.addEventListener('animationend', () => line.remove());
}

function showAlert(text) {
  $('alert-text').textContent = text;
  $('alert').showModal();
}

// Loading ---------------------------------------------------------------------------------------------------------

/** Loads everything shown; a load that was overtaken by another is dropped. */
async function load({ isFresh = false } = {}) {
  state.loads += 1;
  const turn = state.loads;
  const [{ users }, guide] = await Promise.all([get('users'), get('guide')]);
  const userId = users.some((user) => user.id === state.userId)
    ? state.userId
    : (guide.steps[0]?.user_id ?? users[0]?.id ?? 0);
  const inbox = userId === 0 ? { bots: [], chats: [] } : await get('inbox', { user: userId });
  const messages = await loadMessages(userId, inbox);
  if (turn !== state.loads) return;
  Object.assign(state, { users, guide, userId, inbox, messages });
  show({ isFresh });
}

async function loadMessages(userId, inbox) {
  const { selected } = state;
  const bot = selected?.kind === 'bot' && inbox.bots.find(({ id }) => id === selected.id);
  if (bot) return (await get('messages', { user: userId, bot: bot.id })).messages;
  const chat = selected?.kind === 'chat' && inbox.chats.find(({ id }) => id === selected.id);
  return chat ? (await get('posts', { chat: chat.id })).messages : [];
}

let reloadAsked = false;

/** Many events in one go need one load. */
function reload() {
  if (reloadAsked) return;
  reloadAsked = true;
  queueMicrotask(() => {
    reloadAsked = false;
    load().catch(complain);
  });
}

const complain = (error) => toast(error instanceof Error ? error.message : String(error));

// Going places ----------------------------------------------------------------------------------------------------

async function switchUser(userId) {
  if (userId === state.userId) return;
  localStorage.setItem('user', String(userId));
  Object.assign(state, { userId, waiting: new Set(), typingUntil: 0 });
  if (innerWidth <= 760) state.selected = null;
  await load({ isFresh: true });
  writeAddress();
}

async function openById(kind, id, link = null) {
  Object.assign(state, { selected: { kind, id }, link, messages: [], typingUntil: 0 });
  await load({ isFresh: true });
  writeAddress();
  if (innerWidth > 760) $('foot').querySelector('textarea')?.focus();
}

function closeChat() {
  Object.assign(state, { selected: null, messages: [] });
  show();
  writeAddress();
}

async function go(step, index) {
  state.step = index;
  localStorage.setItem('step', String(index));
  $('guide-sheet').close();
  if (step.user_id !== undefined && step.user_id !== state.userId) {
    localStorage.setItem('user', String(step.user_id));
    state.userId = step.user_id;
  }
  const target = step.bot ?? step.chat;
  if (target === undefined) await load();
  else await follow(`https://t.me/${String(target).replace(/^@|^https?:\/\/t\.me\//, '')}`);
}

/** The address names the person and the chat, so that a reload, a link and the back button work. */
function writeAddress() {
  const { userId, selected } = state;
  const hash = `#/${userId}${selected ? `/${selected.kind}/${selected.id}` : ''}`;
  if (location.hash !== hash) history.pushState(null, '', hash);
}

async function readAddress() {
  const open = /^#\/open\/(.+)$/.exec(location.hash)?.[1];
  const [, userId, kind, id] = /^#\/(\d+)(?:\/(bot|chat)\/(-?\d+))?/.exec(location.hash) ?? [];
  if (userId) state.userId = Number(userId);
  Object.assign(state, { selected: kind ? { kind, id: Number(id) } : null, link: null, messages: [] });
  await load({ isFresh: true });
  if (open) await follow(`https://t.me/${decodeURIComponent(open)}`);
}

/** Opens an address: the platform's own within the phone, others beside it. */
async function follow(address) {
  const path = pathWithin(address);
  if (path === null) {
    window.open(address, '_blank', 'noopener,noreferrer');
    return;
  }
  const found = await get('resolve', { link: `https://t.me/${path}` });
  if ($('sheet').open) $('sheet').close();
  if (found.kind === 'invoice') return await payInvoice(found);
  if (found.kind === 'user') return toast(`${found.name} is a person of this demo`);
  await openById(found.kind, found.id, found.link ?? null);
  const start = new URL(`https://t.me/${path}`).searchParams.get('start');
  if (found.kind === 'bot' && start !== null) await actions.say(`/start ${start}`.trim());
}

async function payInvoice({ bot, link, title, total_amount }) {
  if (!window.confirm(`${title}\n\nPay ⭐ ${total_amount}?`)) return;
  await post('pay', { from: state.userId, bot, invoice_link: link });
}

// What the person does --------------------------------------------------------------------------------------------

const guarded =
  (deed) =>
  async (...input) => {
    try {
      return await deed(...input);
    } catch (error) {
      complain(error);
    }
  };

const actions = {
  say: guarded((text) => post('messages', { from: state.userId, to: state.selected.id, text })),
  start: guarded(() => post('messages', { from: state.userId, to: state.selected.id, text: '/start' })),
  block: guarded(() => post('block', { user: state.userId, bot: state.selected.id, blocked: true })),
  unblock: guarded(() => post('block', { user: state.userId, bot: state.selected.id, blocked: false })),
  join: guarded(() =>
    post('join', { user: state.userId, chat: state.link?.invite_link ?? state.selected.id }),
  ),
  leave: guarded(() => post('leave', { user: state.userId, chat: state.selected.id })),
  open: guarded(follow),
  change: guarded(() => (openBot() ? changeBot(making(), openBot()) : changeChat(making(), openChannel()))),
  openApp: guarded((address, title) =>
    openWebApp({ address, title, userId: state.userId, bot: state.selected.id, actions }),
  ),
  pressInline: guarded(async (message, button) => {
    if (button.url) return await follow(button.url);
    if (button.web_app)
      return await actions.openApp(button.web_app.url, openBot()?.first_name ?? button.text);
    if (button.pay)
      return await post('pay', {
        from: state.userId,
        bot: state.selected.id,
        message_id: message.message_id,
      });
    if (button.copy_text)
      return await navigator.clipboard.writeText(button.copy_text.text).then(() => toast('Copied'));
    if (button.callback_data === undefined) return toast('This kind of button does nothing here');
    await pressCallback(message.message_id, button.callback_data);
  }),
  pressReply: guarded(async (button) => {
    if (button.request_chat) return chooseChat(button.request_chat);
    if (button.request_users) return chooseUsers(button.request_users);
    if (button.web_app) return await actions.openApp(button.web_app.url, button.text);
    await actions.say(button.text);
  }),
};

const making = () => ({
  userId: state.userId,
  open: (kind, id) => void openById(kind, id).catch(complain),
  toast,
});

async function pressCallback(messageId, data) {
  const name = `${messageId}:${data}`;
  if (state.waiting.has(name)) return;
  state.waiting.add(name);
  show();
  const done = () => {
    state.waiting.delete(name);
    show();
  };
  try {
    const { callback_query_id } = await post('press', {
      from: state.userId,
      bot: state.selected.id,
      message_id: messageId,
      data,
    });
    // Its answer may have come before its id.
    if (state.queries.get(callback_query_id) === 'answered') return done();
    const timer = setTimeout(done, answerWithinMs);
    state.queries.set(callback_query_id, () => {
      clearTimeout(timer);
      done();
    });
  } catch (error) {
    done();
    throw error;
  }
}

const share = guarded((chosen) => post('share', { from: state.userId, bot: state.selected.id, ...chosen }));

function chooseChat({ request_id, chat_is_channel }) {
  const chats = state.inbox.chats.filter(({ type }) => (type === 'channel') === chat_is_channel);
  const entries = chats.map(({ id, title, username, photo }) => ({
    id,
    name: title,
    note: username ? `@${username}` : 'private',
    photo,
    shape: 'square',
  }));
  choose(chat_is_channel ? 'Choose a channel' : 'Choose a group', entries, ({ id }) =>
    share({ request_id, chat: id }),
  );
}

function chooseUsers({ request_id }) {
  const entries = state.users.map((user) => ({
    id: user.id,
    name: nameOf(user),
    note: user.username ? `@${user.username}` : '',
    photo: user.photo,
  }));
  choose('Choose a person', entries, ({ id }) => share({ request_id, users: [id] }));
}

// What happens ----------------------------------------------------------------------------------------------------

function hear(event) {
  const isMine = event.user_id === undefined || event.user_id === state.userId;
  if (event.type === 'answer' && isMine) return hearAnswer(event);
  if (event.type === 'typing') {
    if (isMine && state.selected?.kind === 'bot' && state.selected.id === event.bot_id) showTyping();
    return;
  }
  if (event.type === 'message' && isMine && state.selected?.id === event.bot_id) state.typingUntil = 0;
  // Others' chats don't show here; their memberships move the numbers of channels.
  if (isMine || event.type === 'member') reload();
}

function hearAnswer({ callback_query_id, text, show_alert, url }) {
  const settle = state.queries.get(callback_query_id);
  if (typeof settle === 'function') settle();
  else state.queries.set(callback_query_id, 'answered');
  if (text && show_alert) showAlert(text);
  else if (text) toast(text);
  if (url) follow(url).catch(complain);
}

function showTyping() {
  state.typingUntil = Date.now() + typingMs;
  show();
  setTimeout(show, typingMs + 50);
}

$('search').addEventListener('input', (event) => {
  state.search = event.target.value;
  show();
});
$('search').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && /t\.me\//i.test(state.search)) follow(state.search.trim()).catch(complain);
  else if (event.key === 'Enter') $('chats').querySelector('button')?.click();
});
$('back').addEventListener('click', closeChat);
$('first-step').addEventListener('click', () => void go(state.guide.steps[0], 0).catch(complain));
$('guide-button').addEventListener('click', () => $('guide-sheet').showModal());
$('new-button').addEventListener('click', () => openMaker(making()));
document.addEventListener('keydown', (event) => {
  const isFree = !document.querySelector('dialog[open], :popover-open');
  if (event.key === 'Escape' && isFree && state.selected) closeChat();
});
// A click beside an open dialog closes it.
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}
window.addEventListener('popstate', () => readAddress().catch(complain));

keepEnd();
listen(hear, reload);
readAddress().catch(complain);
