/** Columns as SQLite has them. */
import { bigint, customType } from 'drizzle-orm/pg-core';

/** Its whole numbers have 64 bits, and its flags are 0 and 1. */
export const integer = (name: string) => bigint(name, { mode: 'number' });

/** It orders text by bytes: so whatever the collation of the database. */
export const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
