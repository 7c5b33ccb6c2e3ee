import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqliteData } from '../testing/process/instance-data.js'
import { killWhileUnanswered } from '../testing/process/unanswered.js'

test('questions without an answer are left once each, and replies win or follow, though the process is killed again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-unanswered-'))
  try {
    const run = await killWhileUnanswered(await sqliteData(join(folder, 'data')), {
      sessions: 60,
      kills: 8,
      instances: 1,
    })
    expect(run).toMatchObject({ problems: [], kills: 8, replies: 32 })
    expect(run.continued).toBeGreaterThan(20)
  } finally {
    await rm(folder, { recursive: true })
  }
})
