/**
 * Where Colloquy keeps its bots, conversations and results. One interface, `Storage`, with SQLite and PostgreSQL behind it.
 */

export * from './analytics.js'
export { type BotOperationStore, keptBatches, type OperationBatch } from './bot-operations.js'
export type { Changes, Topic } from './changes.js'
export * from './custom-domains.js'
export * from './people.js'
export { openPostgres, type PostgresOptions } from './postgres/open-postgres.js'
export * from './result-search.js'
export * from './sign-ins.js'
export { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.js'
export * from './storage.js'
export * from './theme-templates.js'
export * from './uploads.js'
