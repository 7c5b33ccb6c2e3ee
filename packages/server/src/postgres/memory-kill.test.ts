import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { postgresData } from '../testing/process/instance-data.js'
import { killWhileRemembered } from '../testing/process/remembered.js'

test('a turn and the attribute that it saves are stored together or not at all, though both processes are killed again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-memory-'))
  try {
    const data = await postgresData(inject('postgres') as string)(join(folder, 'data'))
    const run = await killWhileRemembered(data, { sessions: 12, kills: 6, instances: 2 })
    expect(run).toMatchObject({ problems: [] })
    expect(run.stored).toBeGreaterThanOrEqual(run.answered)
    expect(run.answered).toBeGreaterThan(20)
  } finally {
    await rm(folder, { recursive: true })
  }
})
