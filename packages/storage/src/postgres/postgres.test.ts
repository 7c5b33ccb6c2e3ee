import { describe } from 'vitest'
import { storageContract } from '../testing/contract.js'
import { createDatabase } from '../testing/postgres-cluster.js'
import { openPostgres } from './open-postgres.js'

const cluster = process.env.COLLOQUY_TEST_POSTGRES as string

describe('PostgreSQL storage', () => {
  storageContract(async () => openPostgres({ url: await createDatabase(cluster) }))
})
