/** What tests of money in the operator bot do: administrators who are there, withdrawals that are asked for, visitors who come. */
import { wordsIn, type Words } from '../../bot/words.js';
import { parseMoney } from '../../core/money.js';
import { Visitor } from './operator-stage.js';
import { publisherId, type ServiceStage } from './service-stage.js';

export const admin = { id: 911, first_name: 'Olga', language_code: 'en' } as const;
export const secondAdmin = { id: 912, first_name: 'Otto', language_code: 'en' } as const;
export const CARD = 'Card 4000 1234 5678 9010 <b>P. Petrova</b>';

/** What the service is started with. */
export const moneySettings = {
  ADMIN_IDS: `${String(admin.id)},${String(secondAdmin.id)}`,
  WITHDRAWAL_MIN: '50',
};

/** The administrators and the publisher are people of the platform, with accounts. */
export async function introduceAccounts({ client, service }: ServiceStage): Promise<void> {
  const publisher = { id: publisherId, first_name: 'Petra', language_code: 'en' };
  for (const person of [admin, secondAdmin, publisher]) {
    await client.users(person);
    const { id: accountId, first_name: firstName } = person;
    await service.accounts.open({ accountId, firstName, username: '', language: 'en' });
  }
}

/** @param at as it is when an action is done: each test has its own */
export function moneyActions(at: () => ServiceStage) {
  return {
    balance: () => at().service.wallet.balance(publisherId),
    /** @returns the number of the withdrawal */
    askFor: async (amount: string, key = amount): Promise<number> => {
      const wanted = { amountMicros: parseMoney(amount), details: CARD, requestKey: key };
      const asking = await at().service.withdrawals.ask(publisherId, wanted);
      if (!('withdrawal' in asking)) throw new Error(`not asked: ${asking.kind}`);
      return asking.withdrawal.withdrawalId;
    },
    isSound: async (): Promise<boolean> => {
      const figures = { ...(await at().service.wallet.check()) };
      return Object.values<bigint | number>(figures).every((figure) => BigInt(figure) === 0n);
    },
    /** Somebody who speaks this language, and stands on a first screen. */
    arrive: async (id: number, language: string): Promise<{ visitor: Visitor; words: Words }> => {
      await at().service.accounts.setLanguage(id, language);
      const visitor = new Visitor(at(), id);
      await visitor.say('/start');
      return { visitor, words: wordsIn(language) };
    },
  };
}
