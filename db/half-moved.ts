/** How a database says that a move still fills it (`db/move`). */

/** The table in which a move notes how far it is; while it is there, no process serves the database. */
export const MARKS = 'store_move';
/** Every row was compared: nothing is copied any more, and the service may be started over it. */
export const COMPLETE = 'complete';
export const HALF_MOVED = `The database is not whole yet: a move fills it. Finish that by running migrate-store again.`;
