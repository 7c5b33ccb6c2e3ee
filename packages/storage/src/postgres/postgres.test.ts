import { afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import type { Storage } from '../storage.js'
import { storageContract } from '../testing/contract.js'
import { createDatabase, emptyDatabase } from '../testing/postgres-cluster.js'
import { seed } from '../testing/rows.js'
import { sessionsContract } from '../testing/sessions-contract.js'
import { openPostgres } from './open-postgres.js'

const cluster = inject('postgres') as string

describe('PostgreSQL storage', () => {
  let url: string
  beforeAll(async () => {
    url = await createDatabase(cluster)
  })
  storageContract(async (quotas) => {
    await emptyDatabase(url)
    return openPostgres({ url, ...(quotas && { quotas }) })
  })
})

describe('turns through the driver alone', () => {
  let storage: Storage
  beforeEach(async () => {
    storage = await openPostgres({ url: await createDatabase(cluster), isPlain: true })
    await seed(storage)
  })
  afterEach(() => storage.close())
  sessionsContract(() => storage)
})
