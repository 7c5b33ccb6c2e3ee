import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqliteData } from '../testing/process/instance-data.js'
import { killWhileNotifying } from '../testing/process/notified.js'

test('results are reported once, or by an email that says that it may repeat, though the process is killed again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-notified-'))
  try {
    const run = await killWhileNotifying(await sqliteData(join(folder, 'data')), { rounds: 6, instances: 1 })
    expect(run).toMatchObject({ problems: [], kills: 6 })
    expect(run.results).toBeGreaterThan(8)
    expect(run.doubtful).toBeGreaterThan(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})
