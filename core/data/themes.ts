/**
 * What bots and advertised resources are about. Orders exclude bots by theme, bots exclude orders by theme. Codes are
 * kept in both: never change one, add new rows at the end. The number is the expected share of all.
 */
import { readRows } from './rows.js';

export interface Theme {
  code: string;
  name: string;
  /** Expected share of all bots or all orders, in any unit. */
  weight: number;
}

/** What a publisher's bot does for its users. */
export const botThemes: readonly Theme[] = readThemes(`
movies          14 Films and series
music            9 Music
games            9 Games
downloader      10 Downloading videos and media
anonymous_chat   7 Anonymous chats
dating           5 Dating
ai               8 Neural networks and assistants
anime            4 Anime and manga
books            3 Books and audio books
giveaways        5 Giveaways and contests
earning          5 Earning and tasks
gifts            4 Gifts and stars
promotion        3 Promotion of channels
tools            4 Tools and utilities
education        2 Education and tests
language         1 Languages and translation
humor            2 Humour and memes
horoscope        2 Horoscopes and divination
news             1 News
sport            1 Sport
shopping         1 Shopping and discounts
finance          1 Finance
crypto           2 Crypto currency
vpn              3 VPN and proxy
stickers         2 Stickers and avatars
adult            2 Adult content
other            4 Other
`);

/** What is advertised. */
export const adThemes: readonly Theme[] = readThemes(`
news             6 News and media
entertainment    9 Entertainment and humour
movies           8 Films and series
music            5 Music
games            6 Games
blogs            7 Personal blogs
business         6 Business and start-ups
marketing        4 Marketing and promotion
finance          4 Finance and investments
crypto           8 Crypto currency
earning          6 Earning online
betting          3 Bets and forecasts
gambling         2 Gambling
technology       4 Technology
ai               4 Neural networks
education        4 Education
psychology       3 Psychology
health           2 Health and medicine
beauty           3 Beauty and fashion
food             2 Food and recipes
travel           2 Travel
sport            3 Sport
auto             2 Cars and motorcycles
shopping         4 Shops and discounts
religion         1 Religion
esoterics        2 Esoterics and horoscopes
politics         2 Politics
dating           2 Dating
adult            2 Adult content
bots             3 Bots and mini apps
other            3 Other
`);

function readThemes(table: string): readonly Theme[] {
  return readRows(table, 2).map(([code = '', weight = '', name = '']) => ({
    code,
    name,
    weight: Number(weight),
  }));
}
