/** What tests of other packages need of the storage. */

export { inspectDatabase } from './inspect-database.js'
export { openTestStorage } from './open-test-storage.js'
export { createDatabase, startPostgres, withClient } from './postgres-cluster.js'
