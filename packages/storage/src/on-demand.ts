import type * as moves from './move/move-database.js'
import type * as examinations from './postgres/examine-postgres.js'
import type * as postgres from './postgres/open-postgres.js'

// Functions that a service on SQLite does not need. The first call loads the code, and with it the driver of PostgreSQL.

export const openPostgres: typeof postgres.openPostgres = async (options) =>
  (await import('./postgres/open-postgres.js')).openPostgres(options)

export const examinePostgres: typeof examinations.examinePostgres = async (url) =>
  (await import('./postgres/examine-postgres.js')).examinePostgres(url)

export const moveDatabase: typeof moves.moveDatabase = async (from, to, onTable) =>
  (await import('./move/move-database.js')).moveDatabase(from, to, onTable)

export const copyFromPostgres: typeof moves.copyFromPostgres = async (url, folder) =>
  (await import('./move/move-database.js')).copyFromPostgres(url, folder)

export const fillPostgres: typeof moves.fillPostgres = async (file, url) =>
  (await import('./move/move-database.js')).fillPostgres(file, url)
