/** Test helpers of the storage for other packages. */

export { changeDatabase, inspectDatabase, readDatabase } from './inspect-database.js'
export { inspectPostgres } from './inspect-postgres.js'
export { openSqliteOfTests, openTestStorage, rowsWith } from './open-test-storage.js'
export { type Cluster, copyPostgres, createDatabase, startPostgres, withClient } from './postgres-cluster.js'
export { writeReleasedPostgres, writeReleasedSqlite } from './released-schema.js'
export { emptyFields } from './rows.js'
