/** What stands on every page, the sign-in and the overview, in English. */
import { many } from './plural';

export const nav = {
  home: 'Overview',
  orders: 'Orders',
  bots: 'Bots',
  wallet: 'Wallet',
  account: 'Account',
  moderation: 'Moderation',
  payouts: 'Payouts',
  docs: 'API reference',
  menu: 'Sections',
  skip: 'Skip to the page',
};

export const live = {
  live: 'Live',
  polling: 'Renewed every 15 s',
  offline: 'Offline. Trying again …',
  lost: 'What you see may be old; what you type is kept.',
};

export const common = {
  search: 'Search',
  find: 'Find',
  all: 'All',
  none: 'None',
  save: 'Save',
  saved: 'Saved',
  discard: 'Discard changes',
  cancel: 'Cancel',
  close: 'Close',
  yes: 'Yes',
  back: 'Back',
  more: 'Show more',
  refresh: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  csv: 'CSV',
  csvAll: 'Save the list as CSV',
  open: 'Open',
  loading: 'Loading',
  of: (shown: number, total: number) => `${shown.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  clear: 'Clear',
  when: 'When',
  what: 'What',
  amount: 'Amount',
  status: 'Status',
  name: 'Name',
  actions: 'Actions',
  note: 'Note',
  draftKept: 'Not saved yet. It is kept in this browser.',
  unknown: 'unknown',
  days: (count: number) => many(count, 'day'),
  today: 'Today',
  period: 'Period',
  from: 'From',
  to: 'To',
  show: 'Show',
  last: (days: number) => `${days} days`,
  ago: (minutes: number) =>
    minutes < 1
      ? 'just now'
      : minutes < 60
        ? `${minutes} min ago`
        : minutes < 1_440
          ? `${Math.round(minutes / 60)} h ago`
          : `${Math.round(minutes / 1_440)} d ago`,
  before: 'before',
  notFound: 'There is nothing at this address.',
  toHome: 'To the overview',
};

/** What the page finds wrong before anything is sent. */
export const checks = {
  required: 'Fill this in.',
  least: (least: string) => `At least ${least}.`,
  most: (most: string) => `At most ${most}.`,
  token: 'A token looks like 123456:ABC….',
  address: 'A web address begins with https://',
};

export const failure = {
  title: 'That did not work',
  offline: 'The service does not answer. Your input is safe; try again in a moment.',
  notLoaded: 'This part of the page could not be loaded. It is tried again by itself.',
  broken: 'This page failed. Reload it: what you typed is kept.',
  signedOut: 'Your session is over. Sign in, and go on where you were.',
  blocked: 'Your account is blocked',
  blockedLead: 'The operator of this service has stopped your orders, bots and keys.',
  blockedReason: 'Reason',
  blockedContact: 'Questions',
};

export const signIn = {
  title: 'Cabinet',
  lead: 'Orders, bots, figures and money on one page.',
  step: 'Open the bot and press Start. This page goes on by itself.',
  number: 'The bot will ask about a browser with this number',
  openBot: (bot: string) => `Open @${bot}`,
  scan: 'Or scan with the phone that has the messenger',
  waiting: 'Waiting for you in the chat …',
  over: 'This sign-in is over.',
  again: 'Begin anew',
  linkUsed: 'This link was used, or is too old. Sign in here instead.',
  guest: (name: string) => `Sign in as ${name}?`,
  guestNumber: (accountId: number) => `Account ${accountId}`,
  guestText:
    'Go on only if you asked the bot for this link yourself. Its sender could see all that you do in their account.',
  guestYes: 'Sign in',
  guestNo: 'Not me',
  inMessenger: 'The messenger did not say who you are. Open the cabinet from the bot once more.',
  qr: 'QR code of the link to the bot',
};

export const home = {
  hello: (name: string) => `Hello, ${name}`,
  balance: 'Available',
  held: 'On hold',
  reserved: 'Being paid out',
  spent: 'Spent in 30 days',
  earned: 'Earned in 30 days',
  today: (amount: string, count: number) => `Today: ${amount} · ${many(count, 'subscriber')}`,
  monthSpent: 'Subscribers of your orders',
  monthEarned: 'Subscribers from your bots',
  monthText: (now: number, before: number, change: string) =>
    `Last 30 days: ${now.toLocaleString('en')}. The 30 days before: ${before.toLocaleString('en')}${change === '' ? '' : ` (${change})`}.`,
  attention: 'Needs attention',
  refused: 'Rejected by a moderator',
  noMoney: (price: string) => `Balance is below ${price}`,
  silent: (days: number) => `No requests in ${many(days, 'day')}`,
  heldFor: (hours: number) => `On hold, released after ${hours} h`,
  heldByModerator: 'On hold until a moderator decides',
  asPublisher: 'I have bots',
  asPublisherText: 'Show sponsors before your bot answers, and earn from each subscription.',
  asAdvertiser: 'I want subscribers',
  asAdvertiserText: 'Pay only for joins that the platform confirms.',
  addBot: 'Add a bot',
  newOrder: 'New order',
  running: 'Running orders',
  noRunning: 'No order is running.',
  yourBots: 'Your bots',
  firstDay: 'First day',
  steps: {
    add: 'Add your bot',
    snippet: 'Put three lines into its code',
    request: 'First request arrives',
    paid: 'First subscriber paid',
  },
  stepHints: {
    add: 'By its token, and the service shows the block itself; or without it.',
    snippet: 'Ask before you answer a user; let them through on ok.',
    request: 'Write /start to your bot: it shows here by itself.',
    paid: 'A user subscribes to a sponsor, and the platform confirms it.',
  },
  waiting: (count: number) => `${many(count, 'order')} wait${count === 1 ? 's' : ''} for a moderator`,
  payouts: (count: number) => `${many(count, 'withdrawal')} to pay`,
};
