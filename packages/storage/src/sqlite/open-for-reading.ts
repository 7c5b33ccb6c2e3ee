import { DatabaseSync } from '@photostructure/sqlite'
import { addFunctions } from './add-functions.js'
import type { InDriver } from './driver-calls.js'

/** Opens a database file in a thread that only reads. All calls of the database go through `inDriver`. */
export function openForReading(path: string, inDriver: InDriver) {
  return inDriver(() => {
    const opened = new DatabaseSync(path, { readOnly: true })
    opened.exec('PRAGMA busy_timeout = 5000; PRAGMA cache_size = -32000')
    addFunctions(opened)
    return opened
  })
}
