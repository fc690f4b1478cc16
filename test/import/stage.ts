/** A person's account at two services, and an import from one to the other. */
import type { Service } from '../../core/service.js';
import { type Elsewhere, openElsewhere } from '../../api/imports/elsewhere.js';
import { importFrom } from '../../api/imports/import.js';
import type { Item } from '../../api/imports/item.js';
import { type ApiStage, openApiStage, owner } from '../api/stage.js';

const limits = { BOTS_PER_HOUR: '1000', BOTS_MAX: '1000', ORDERS_WAITING_MAX: '1000' };
/** So that a service on this machine may be imported from. */
export const reachesInside = { OUTGOING_SCHEMES: 'http,https', OUTGOING_PORTS: '*', OUTGOING_PRIVATE: '1' };

export interface Both {
  there: ApiStage;
  here: ApiStage;
  /** With the person's keys. @param root another service than the one there */
  elsewhere(root?: string): Elsewhere;
  /** @param service the one here, or one that fails on the way */
  run(isReal: boolean, from?: Elsewhere, service?: Service): Promise<Item[]>;
  close(): Promise<void>;
}

export async function openBoth(more: Record<string, string> = {}): Promise<Both> {
  const [there, here] = await Promise.all([openApiStage(limits), openApiStage({ ...limits, ...more })]);
  const elsewhere = (root = there.url) =>
    openElsewhere(root, { access: there.keys.access, statistics: there.keys.statistics });
  return {
    there,
    here,
    elsewhere,
    run: async (isReal, from = elsewhere(), service = here.service) => {
      const items: Item[] = [];
      const taking = { elsewhere: from, service, accountId: owner.accountId, isReal };
      for await (const item of importFrom(taking)) items.push(item);
      return items;
    },
    close: async () => {
      await Promise.all([there.close(), here.close()]);
    },
  };
}

export const outcomes = (items: readonly Item[]): string[] =>
  items.map(({ what, id, outcome }) => `${what} ${String(id)} ${outcome}`);
