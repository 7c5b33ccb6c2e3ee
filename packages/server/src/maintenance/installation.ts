import { isPostgresUrl } from '../config/config.js'
import { MaintenanceError } from './maintenance-error.js'

/** What maintenance is about: where the service keeps its things. */
export interface Installation {
  /** Uploads, keys and, without a PostgreSQL, the database. */
  dataFolder: string
  /** `postgres://…`, as in DATABASE_URL. */
  databaseUrl?: string
}

/** Refuses an address that is none, before anything is done with it. */
export function checkDatabaseUrl({ databaseUrl }: Installation): void {
  if (databaseUrl === undefined || isPostgresUrl(databaseUrl)) return
  throw new MaintenanceError(
    'The database (--database, or DATABASE_URL) has to be the address of a PostgreSQL with a database in it: ' +
      'postgres://user@host:5432/colloquy',
  )
}
