/** Signing in to the cabinet, and money that leaves through it. */
export { createCabinetSessions } from './sessions.js';
export { createPulse } from './pulse.js';
export { createSignIn, type SignInState } from './sign-in.js';
export * from './withdrawal-requests.js';
