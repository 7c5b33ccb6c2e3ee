/** What maintenance is about: where the service keeps its things. */
export interface Installation {
  /** Uploads, keys and, without a PostgreSQL, the database. */
  dataFolder: string
  /** `postgres://…`, as in DATABASE_URL. */
  databaseUrl?: string
}
