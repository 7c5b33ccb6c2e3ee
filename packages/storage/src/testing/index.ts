/** What tests of other packages need of the storage. */

export { changeDatabase, inspectDatabase, readDatabase } from './inspect-database.js'
export { openTestStorage } from './open-test-storage.js'
export { createDatabase, startPostgres, withClient } from './postgres-cluster.js'
