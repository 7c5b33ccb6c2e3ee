import { isPostgresUrl } from '../config/config.js'
import { MaintenanceError } from './maintenance-error.js'

/** Location of an installation's data. */
export interface Installation {
  /** Holds uploads, keys and, without a PostgreSQL, the database. */
  dataFolder: string
  /** `postgres://…`, as in DATABASE_URL. */
  databaseUrl?: string
}

/** Rejects an invalid address before anything is done with it. */
export function checkDatabaseUrl({ databaseUrl }: Installation): void {
  if (databaseUrl === undefined || isPostgresUrl(databaseUrl)) return
  throw new MaintenanceError(
    'The database (--database, or DATABASE_URL) has to be the address of a PostgreSQL with a database in it: ' +
      'postgres://user@host:5432/colloquy',
  )
}
