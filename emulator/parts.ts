/** The parts of the platform, put together once; what bots call and what tools call both work on these. */
import { join, dirname, basename } from 'node:path';
import type { Behaviour } from './behaviour.js';
import { Calls } from './calls.js';
import { Dialogs } from './dialogs.js';
import { Events } from './events.js';
import { Faults } from './faults.js';
import { Files } from './files.js';
import { InviteLinks } from './invite-links.js';
import { Limits } from './limits.js';
import { Members } from './members.js';
import { Messages } from './messages.js';
import { Payments } from './payments.js';
import { Updates } from './updates.js';
import type { WebhookReply } from './webhook.js';
import { World } from './world.js';

export interface Parts {
  world: World;
  events: Events;
  updates: Updates;
  links: InviteLinks;
  members: Members;
  dialogs: Dialogs;
  messages: Messages;
  payments: Payments;
  files: Files;
  faults: Faults;
  calls: Calls;
  limits: Limits;
  behaviour: Behaviour;
}

/** @param reply performs the method that a webhook's answer may carry */
export function createParts(
  stateFile: string | null,
  clock: () => number,
  { reply, behaviour }: { reply: WebhookReply; behaviour: Behaviour },
): Parts {
  const world = new World(stateFile, clock);
  const folder = stateFile === null ? null : join(dirname(stateFile), `${basename(stateFile)}.files`);
  const events = new Events();
  const updates = new Updates(world, reply);
  const links = new InviteLinks(world, behaviour);
  const dialogs = new Dialogs(world, updates, events);
  const messages = new Messages(world, updates, events, dialogs);
  return {
    world,
    events,
    updates,
    links,
    dialogs,
    messages,
    members: new Members(world, updates, events, links),
    payments: new Payments(world, updates, events, messages),
    files: new Files(world, folder),
    faults: new Faults(),
    calls: new Calls(events),
    limits: new Limits(behaviour.limits),
    behaviour,
  };
}
