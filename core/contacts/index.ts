/** Whether users use the bots that ask about them, by the platform's word. */
export { CONTACT_LEASE_MS, type Contacts, createContacts, FIRST_ASKER_MS } from './contacts.js';
export { hasWorkingToken, isConfirmed, isContactDenied, isContactDue } from './due.js';
