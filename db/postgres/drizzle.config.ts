/**
 * Makes a migration from what changed in the schema: `npx drizzle-kit generate --config db/postgres/drizzle.config.ts`.
 * Then edit the SQL by hand where drizzle cannot say it: see `db/migrations.md`.
 */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './db/drizzle/postgres.cjs',
  out: './db/postgres/migrations',
});
