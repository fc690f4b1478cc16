/** Signing in to the cabinet, and money that leaves through it. */
export { createCabinetSessions, type CabinetSessions } from './sessions.js';
export { createPulse, type Pulse } from './pulse.js';
export { createSignIn, type SignInRequest, type SignInState } from './sign-in.js';
export * from './withdrawal-requests.js';
