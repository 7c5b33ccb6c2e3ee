import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeKills, runKills } from './kill-run.js'

test('nothing that was answered is lost when the process is killed under load, 20 times', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-kill-'))
  const seed = Number(process.env.COLLOQUY_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const report = await runKills({ folder, seed, clients: 24, goesOn: (kills) => kills < 20 })
  const summary = `${describeKills(report)} (COLLOQUY_TEST_SEED=${seed})`
  console.log(summary)
  expect(report.problems, summary).toEqual([])
  expect(report.unanswered, 'the kills have to hit requests under way').toBeGreaterThan(20)
  await rm(folder, { recursive: true })
}, 180_000)
