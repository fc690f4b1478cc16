/** What `db/sqlite/drizzle.config.ts` names: drizzle-kit takes the tables that a module exports one by one. */
module.exports = require('./tables.ts').inSqlite;
