import { DatabaseSync } from '@photostructure/sqlite'
import { type DriverCalls, driverCallsIn } from './driver-calls.js'

/** Opens a database file in a thread that only reads, and that shares `calls` with its owner. All calls of the database go through `inDriver`. */
export function openForReading(path: string, calls: DriverCalls) {
  const inDriver = driverCallsIn(calls)
  const database = inDriver(() => {
    const opened = new DatabaseSync(path, { readOnly: true })
    opened.exec('PRAGMA busy_timeout = 5000; PRAGMA cache_size = -32000')
    return opened
  })
  return { database, inDriver }
}
