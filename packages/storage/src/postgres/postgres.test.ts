import { beforeAll, describe, inject } from 'vitest'
import { storageContract } from '../testing/contract.js'
import { createDatabase, emptyDatabase } from '../testing/postgres-cluster.js'
import { openPostgres } from './open-postgres.js'

const cluster = inject('postgres') as string

describe('PostgreSQL storage', () => {
  let url: string
  beforeAll(async () => {
    url = await createDatabase(cluster)
  })
  storageContract(async () => {
    await emptyDatabase(url)
    return openPostgres({ url })
  })
})
