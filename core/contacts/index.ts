/** Whether users use the bots that ask about them, by the platform's word. */
export { CONTACT_LEASE_MS, type Contacts, createContacts } from './contacts.js';
export { contactQuestion, isContactDenied, isContactDue, standingContact } from './due.js';
