/** What can be known of a person and a chat after several observations, in every order in which they may have been written down. */
import { afterTold, foundByLeaving, type Member } from './members.js';
import type { Event } from './model.js';
import { text } from './violation.js';

/** More than this in one step are not distinguished: then any of them may have been the last. */
const MAX_ORDERED = 4;
/** Of so many, answers at most that are tried at each place among the updates. */
const MAX_PLACED = 2;

/** A coming may be of a join that waits. */
function waysOf(before: Member | null, event: Event): Member[] {
  const member = afterTold(before, event);
  return event.mayWait === true ? [member, afterTold(before, { ...event, isOfWaitingJoin: true })] : [member];
}

/** Everything that can be known after these, in whatever order they were written down; what is not sure may be missing. */
export function outcomes(before: Member | null, events: readonly Event[]): (Member | null)[] {
  if (events.length === 0) return [before];
  if (events.length > MAX_ORDERED) {
    const members = ordersOf(events).flatMap((ordered) => fold(before, ordered));
    return [before, ...events.flatMap((event) => waysOf(before, event)), ...members];
  }
  return events.flatMap((event, index) => {
    const rest = events.toSpliced(index, 1);
    const with_ = waysOf(before, event).flatMap((member) => outcomes(member, rest));
    if (event.isSure) return with_;
    // A process may end once it knows that they had come, and before it knows that they left.
    const [found, without] = [foundByLeaving(before, event), outcomes(before, rest)];
    return [...with_, ...without, ...(found === null ? [] : outcomes(found, rest))];
  });
}

/** Everything that can have been known for a moment. */
export function passed(before: Member | null, events: readonly Event[]): Member[] {
  if (events.length > MAX_ORDERED) return ordersOf(events).flatMap((ordered) => fold(before, ordered));
  return events.flatMap((event, index) => {
    const found = foundByLeaving(before, event);
    const rest = events.toSpliced(index, 1);
    const after = waysOf(before, event).flatMap((member) => [member, ...passed(member, rest)]);
    return found === null ? after : [found, ...after];
  });
}

/** Updates come one after the other, and answers at any time. */
function ordersOf(events: readonly Event[]): (readonly Event[])[] {
  const answers = events.filter(({ updateId }) => updateId === null);
  if (answers.length > MAX_PLACED) return [events];
  const updates = events.filter(({ updateId }) => updateId !== null);
  return answers.reduce<(readonly Event[])[]>(
    (orders, answer) =>
      orders.flatMap((order) => [...order, answer].map((_, place) => order.toSpliced(place, 0, answer))),
    [updates],
  );
}

function fold(before: Member | null, events: readonly Event[]): Member[] {
  const seen: Member[] = [];
  let members: (Member | null)[] = [before];
  for (const event of events) {
    const found = members.map((member) => foundByLeaving(member, event)).filter((one) => one !== null);
    const after = members.flatMap((member) => waysOf(member, event));
    const different = [...new Map(after.map((member) => [text(member), member])).values()];
    seen.push(...found, ...different);
    members = different;
  }
  return seen;
}
