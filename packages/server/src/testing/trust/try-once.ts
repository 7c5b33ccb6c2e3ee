import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { describeControls, failuresOf, type TrialReport } from './trial.js'
import { trials } from './trials.js'

/** Runs a trial as often as usual, or as told, and expects that nothing is wrong. The seed is COLLOQUY_TEST_SEED or a new one. */
export async function tryOnce(id: string, tries?: number): Promise<TrialReport> {
  const trial = trials.find((one) => one.id === id)
  if (!trial) throw new Error(`There is no trial ${id}.`)
  const folder = await mkdtemp(join(tmpdir(), `colloquy-${id}-`))
  const seed = Number(process.env.COLLOQUY_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const enough = tries ?? trial.tries.usual
  const report = await trial.run({ database: 'sqlite', folder, seed, goesOn: (done) => done < enough })
  const summary = `${id}: ${[report.counts, ...describeControls(report)].join('; ')} (COLLOQUY_TEST_SEED=${seed})`
  console.log(summary)
  expect(failuresOf(report), summary).toEqual([])
  await rm(folder, { recursive: true })
  return report
}
