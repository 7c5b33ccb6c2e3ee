/**
 * Where Colloquy keeps its bots, conversations and results. One interface, `Storage`, with SQLite and PostgreSQL behind it.
 */

export * from './account-links.js'
export * from './analytics.js'
export { type BotComment, type BotCommentStore, mostComments } from './bot-comments.js'
export { type BotOperationStore, keptBatches, type OperationBatch } from './bot-operations.js'
export type { Changes, Topic } from './changes.js'
export * from './custom-domains.js'
export * from './messaging.js'
export { MoveError } from './move/end.js'
export { copyFromPostgres, fillPostgres, moveDatabase, type OnTable } from './move/move-database.js'
export * from './people.js'
export { examinePostgres, type PostgresState } from './postgres/examine-postgres.js'
export { openPostgres, type PostgresOptions } from './postgres/open-postgres.js'
export * from './result-search.js'
export * from './sign-ins.js'
export { copyDatabase, type DatabaseState, examineDatabase } from './sqlite/copy-database.js'
export { lockFolder } from './sqlite/instance-lock.js'
export { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.js'
export * from './storage.js'
export * from './theme-templates.js'
export * from './uploads.js'
