/**
 * Where Colloquy keeps its bots, conversations and results. One interface, `Storage`, and its SQLite implementation.
 */

export { copyDatabase, type DatabaseState, examineDatabase } from './copy-database.js'
export { lockFolder } from './instance-lock.js'
export { openSqlite, type SqliteOptions } from './sqlite.js'
export * from './storage.js'
export * from './uploads.js'
