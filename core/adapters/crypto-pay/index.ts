/** Crypto Pay as a payment rail. */
export { createCryptoPay } from './rail.js';
