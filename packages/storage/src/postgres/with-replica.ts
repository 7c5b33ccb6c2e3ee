import type { Database } from '../database.js'
import { NoAnswerError, type Pool } from './pool.js'
import { postgresDatabase } from './postgres-database.js'

/**
 * The same database, whose reads outside of transactions go to a replica of it, which may be behind. What a replica cannot answer,
 * because it is away, still starts, has an older schema or had to break the read off, is read from the database itself; when it is
 * away, so is all that is read in the next seconds. A read that took too long is not begun again.
 */
export function withReplica(database: Database, replica: Pool): Database {
  const reads = postgresDatabase(replica)
  let awayUntil = 0
  const readable = <Values extends unknown[], Row>(
    there: (...values: Values) => Promise<Row>,
    here: (...values: Values) => Promise<Row>,
  ) => {
    return async (...values: Values) => {
      if (performance.now() < awayUntil) return here(...values)
      try {
        return await there(...values)
      } catch (error) {
        if (error instanceof NoAnswerError) throw error
        if (!('severity' in (error as object))) awayUntil = performance.now() + awayMilliseconds
        return here(...values)
      }
    }
  }
  return {
    ...database,
    get: readable(reads.get, database.get) as Database['get'],
    all: readable(reads.all, database.all) as Database['all'],
    analyticalQuery: readable(reads.analyticalQuery, database.analyticalQuery) as Database['analyticalQuery'],
  }
}

const awayMilliseconds = 5_000
