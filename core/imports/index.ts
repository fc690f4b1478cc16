/** What a person takes over from another service with this interface. */
export * from './imports.js';
