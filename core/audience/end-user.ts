/** An end user as far as anybody has told. */
import type { EndUser, Sighting } from '../ports.js';
import { unknownUser } from '../unknown-user.js';

/** The user with what this request says of them. */
export function withSighting(user: EndUser | null, sighting: Sighting): EndUser {
  return { ...(user ?? unknownUser(sighting.userId)), ...sighting };
}

/** Whether a request says anything of a user that is not known yet, so that it has to be written. */
export function saysNew(user: EndUser | null, sighting: Sighting): boolean {
  if (user === null) return true;
  return (Object.keys(sighting) as (keyof Sighting)[]).some((field) => sighting[field] !== user[field]);
}
