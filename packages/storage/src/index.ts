/**
 * Where Colloquy keeps its bots, conversations and results. One interface, `Storage`, and its SQLite implementation.
 */

export { openSqlite, type SqliteOptions } from './sqlite.js'
export * from './storage.js'
export * from './uploads.js'
