import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { postgresData } from '../testing/process/instance-data.js'
import { killWhileNotifying } from '../testing/process/notified.js'

test('results are reported once by two instances, or by an email that says that it may repeat, though both are killed again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-notified-'))
  try {
    const data = await postgresData(inject('postgres') as string)(join(folder, 'data'))
    const run = await killWhileNotifying(data, { rounds: 6, instances: 2 })
    expect(run).toMatchObject({ problems: [], kills: 6 })
    expect(run.results).toBeGreaterThan(8)
    expect(run.doubtful).toBeGreaterThan(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})
