import { startPostgres } from './postgres-cluster.js'

/** Before the tests on PostgreSQL: one cluster for all of them, found through the environment. */
export async function setup() {
  const cluster = await startPostgres()
  process.env.COLLOQUY_TEST_POSTGRES = cluster.url('postgres')
  return () => cluster.remove()
}
