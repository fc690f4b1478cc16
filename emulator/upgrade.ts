/** A basic group becomes a supergroup: it gets another id, under which all is as it was, and the old id is dead. */
import { ControlFailure } from './failure.js';
import { isIn } from './members.js';
import { omit } from './omit.js';
import type { Parts } from './parts.js';
import type { BotRecord, ChatRecord } from './world.js';

/** @param id of the supergroup */
export function upgradeGroup(parts: Parts, group: ChatRecord, id: number): ChatRecord {
  if (group.type !== 'group' || group.migrated_to !== undefined)
    throw new ControlFailure(409, `chat: ${group.id} is no basic group`);
  const { world, members, messages, links, events } = parts;
  const bots = botsIn(parts, group);
  messages.post(group, null, { migrate_to_chat_id: id }, bots);
  world.saveChat({ ...omit(group, 'username'), migrated_to: id });
  const supergroup = world.saveChat({ ...group, id, type: 'supergroup' });
  for (const personId of world.members.keys(group.id))
    world.members.set(id, personId, members.of(group.id, personId));
  links.moveAll(group.id, id);
  messages.post(supergroup, null, { migrate_from_chat_id: group.id }, bots);
  events.emit({ type: 'chat', id });
  return supergroup;
}

function botsIn({ world, members }: Parts, { id }: ChatRecord): BotRecord[] {
  return [...world.bots.values()].filter((bot) => isIn(members.of(id, bot.id)));
}
