/**
 * Where Colloquy keeps its bots, conversations and results. One interface, `Storage`, with SQLite and PostgreSQL behind it.
 */

export type { Changes, Topic } from './changes.js'
export { openPostgres, type PostgresOptions } from './postgres/open-postgres.js'
export { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.js'
export * from './storage.js'
export * from './uploads.js'
