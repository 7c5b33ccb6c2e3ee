import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { postgresData } from '../testing/process/instance-data.js'
import { killWhileUnanswered } from '../testing/process/unanswered.js'

test('questions without an answer are left once each by two instances, though both are killed again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-unanswered-'))
  try {
    const data = await postgresData(inject('postgres') as string)(join(folder, 'data'))
    const run = await killWhileUnanswered(data, { sessions: 60, kills: 6, instances: 2 })
    expect(run).toMatchObject({ problems: [], kills: 6, replies: 24 })
    expect(run.continued).toBeGreaterThan(20)
  } finally {
    await rm(folder, { recursive: true })
  }
})
