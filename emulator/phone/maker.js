/** Making and changing bots, channels and groups, as a person does in a messenger: sheets with short forms. */
import { avatar, element } from './dom.js';
import { get, post } from './server.js';
import { closeSheet, showSheet } from './sheet.js';

/** What can be made. @param context {userId, open(kind, id), toast(text)} */
export function openMaker(context) {
  const entries = [
    ['New bot', 'The bot-maker gives you its token', () => makeBot(context)],
    ['New channel', 'Where advertisers want subscribers', () => makeChat(context, 'channel')],
    ['New group', 'Where people talk to each other', () => makeChat(context, 'supergroup')],
  ];
  showSheet(
    'Make something new',
    element('div.choices', {}, ...entries.map(([title, note, onclick]) => choice(title, note, onclick))),
  );
}

const choice = (title, note, onclick) =>
  element(
    'button.person',
    { type: 'button', onclick },
    avatar({ id: title.length * 31, name: title.split(' ')[1], shape: 'square' }, 36),
    element('span.person-text', {}, element('strong', {}, title), element('small', {}, note)),
  );

function makeBot(context) {
  showSheet(
    'New bot',
    form(
      [
        field('first_name', 'Name', { placeholder: 'My Bakery', maxLength: 64 }),
        field('username', 'Username', {
          placeholder: 'my_bakery_bot',
          hint: 'It ends in “bot”.',
          maxLength: 33,
        }),
      ],
      'Make the bot',
      async ({ first_name, username }) => {
        const bot = await post('bot-maker', { user: context.userId, first_name, username });
        showToken(context, bot, bot.token, 'Your bot is made');
      },
    ),
  );
}

/** The token to copy, which opens all doors of the bot. */
function showToken(context, bot, token, title) {
  showSheet(
    title,
    element(
      'div.form',
      {},
      element(
        'p',
        {},
        `@${bot.username} is there. This is its token; who has it is the bot, so keep it to yourself.`,
      ),
      tokenRow(token),
      element('p.hint', {}, 'Give it to the operator bot under My bots, and run your code with it.'),
      element(
        'button.primary.wide',
        {
          type: 'button',
          onclick: () => {
            closeSheet();
            context.open('bot', bot.id);
          },
        },
        'Open the bot',
      ),
    ),
  );
}

function tokenRow(token) {
  const button = element('button.go', { type: 'button' }, 'Copy');
  const copy = async () => {
    await navigator.clipboard.writeText(token);
    button.textContent = 'Copied';
  };
  // Where the browser keeps the clipboard to itself, one press on the token selects all of it.
  button.addEventListener('click', () => void copy().catch(() => (button.textContent = 'Select it')));
  return element('div.token-row', {}, element('code.token', {}, token), button);
}

function makeChat(context, type) {
  const isChannel = type === 'channel';
  showSheet(
    isChannel ? 'New channel' : 'New group',
    form(
      [
        field('title', 'Title', { placeholder: isChannel ? 'My Bakery News' : 'Bakers', maxLength: 128 }),
        field('username', 'Public name', {
          optional: true,
          placeholder: 'bakery_news',
          hint: 'Without one it is private, with an invite link.',
          maxLength: 33,
        }),
      ],
      isChannel ? 'Make the channel' : 'Make the group',
      async ({ title, username }) => {
        const chat = await post('chats', {
          type,
          title,
          owner_id: context.userId,
          keeps_names: true,
          ...(username === '' ? {} : { username }),
        });
        await post('members', { chat: chat.id, user: context.userId, status: 'administrator' });
        context.open('chat', chat.id);
        await changeChat(context, chat);
      },
    ),
  );
}

/** A bot of one's own: its name, and its token. */
export async function changeBot(context, bot) {
  const { token } = await get('bot-maker/token', { user: context.userId, bot: bot.id });
  const another = async () => {
    const fresh = await post('bot-maker/token', { user: context.userId, bot: bot.id });
    showToken(context, bot, fresh.token, 'Another token');
  };
  showSheet(
    `@${bot.username}`,
    form(
      [field('first_name', 'Name', { value: bot.first_name, maxLength: 64 })],
      'Save',
      async ({ first_name }) => {
        await post('bot-maker/name', { user: context.userId, bot: bot.id, first_name });
        closeSheet();
      },
    ),
    element(
      'div.form',
      {},
      element('h3', {}, 'Token'),
      tokenRow(token),
      element(
        'button.go',
        { type: 'button', onclick: () => void another().catch((error) => context.toast(error.message)) },
        'Get another token',
      ),
      element('p.hint', {}, 'The one above stops working then.'),
    ),
  );
}

/** A channel or group of one's own: its title and name, and which bots administer it. */
export async function changeChat(context, chat) {
  // Asked for here: the page may not have loaded the bots yet when somebody begins to make a chat.
  const [{ members }, { bots }] = await Promise.all([
    get('members', { chat: chat.id }),
    get('inbox', { user: context.userId }),
  ]);
  const administrators = new Set(
    members.filter(({ status }) => status === 'administrator').map(({ user }) => user),
  );
  showSheet(
    chat.title,
    form(
      [
        field('title', 'Title', { value: chat.title, maxLength: 128 }),
        field('username', 'Public name', {
          optional: true,
          value: chat.username ?? '',
          hint: 'Without one it is private.',
          maxLength: 33,
        }),
      ],
      'Save',
      async ({ title, username }) => {
        await post('chats', { id: chat.id, title, username: username || null, keeps_names: true });
        closeSheet();
      },
    ),
    element(
      'div.form',
      {},
      element('h3', {}, 'Administrators'),
      element('p.hint', {}, 'The operator bot sees who joins where it is an administrator.'),
      ...bots.map((bot) => rightsSwitch(context, chat, bot, administrators.has(bot.id))),
      element('h3', {}, 'Link'),
      element('code.token', {}, chat.username ? `https://t.me/${chat.username}` : chat.invite_link),
    ),
  );
}

function rightsSwitch(context, chat, bot, isAdministrator) {
  const box = element('input', {
    type: 'checkbox',
    role: 'switch',
    checked: isAdministrator,
    onchange: async () => {
      const status = box.checked ? 'administrator' : 'left';
      try {
        await post('members', { chat: chat.id, user: bot.id, status });
      } catch (error) {
        box.checked = !box.checked;
        context.toast(error.message);
      }
    },
  });
  return element('label.right', {}, element('span', {}, `@${bot.username}`), box);
}

// Forms -----------------------------------------------------------------------------------------------------------

function field(name, label, { hint, optional = false, ...properties }) {
  const id = `field-${name}`;
  const input = element('input', { id, name, required: !optional, autocomplete: 'off', ...properties });
  if (hint) input.setAttribute('aria-describedby', `${id}-hint`);
  return element(
    'div.field',
    {},
    element('label', { htmlFor: id }, label),
    input,
    hint ? element('p.hint', { id: `${id}-hint` }, hint) : '',
  );
}

/** What is refused is said under the fields, and what was typed stays. */
function form(fields, label, onSubmit) {
  const fault = element('p.fault', { role: 'alert' });
  const button = element('button.primary.wide', { type: 'submit' }, label);
  const node = element('form.form', {}, ...fields, fault, button);
  node.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(node)].map(([name, value]) => [name, value.trim()]));
    button.disabled = true;
    fault.textContent = '';
    try {
      await onSubmit(values);
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      button.disabled = false;
    }
  });
  return node;
}
