/**
 * Where Colloquy keeps its bots, conversations and results. One interface, `Storage`, and its SQLite implementation.
 */

export * from './custom-domains.js'
export * from './people.js'
export * from './sign-ins.js'
export { openSqlite, type SqliteOptions } from './sqlite.js'
export * from './storage.js'
export * from './theme-templates.js'
export * from './uploads.js'
