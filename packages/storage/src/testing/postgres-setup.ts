import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-cluster.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a cluster, for the tests that run on PostgreSQL. */
    postgres: string | undefined
  }
}

/** Before the tests on PostgreSQL: one cluster for all of them. */
export async function setup(project: TestProject) {
  Object.assign(process.env, { TEST_POSTGRES: project.config.env.TEST_POSTGRES })
  const cluster = await startPostgres()
  project.provide('postgres', cluster.url('postgres'))
  return () => cluster.remove()
}
