import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { postgresPlaces, sqlitePlace } from '../process/place.js'
import { describeCounts } from './counts.js'
import { describeControls, failuresOf, type TrialReport } from './trial.js'
import { trials } from './trials.js'

/**
 * Runs a trial as often as usual, or as told, on the database of the tests, and expects that nothing is wrong. The seed is
 * COLLOQUY_TEST_SEED or a new one.
 */
export async function tryOnce(id: string, tries?: number): Promise<TrialReport> {
  const cluster = inject('postgres')
  const database = cluster === undefined ? 'sqlite' : 'postgres'
  const trial = trials.find((one) => one.id === id && one.databases.includes(database))
  if (!trial) throw new Error(`There is no trial ${id} on ${database}.`)
  const folder = await mkdtemp(join(tmpdir(), `colloquy-${id}-`))
  const seed = Number(process.env.COLLOQUY_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const enough = tries ?? trial.tries.usual
  const newPlace = cluster === undefined ? sqlitePlace : postgresPlaces(cluster)
  const report = await trial.run({ database, newPlace, folder, seed, goesOn: (done) => done < enough })
  const controls = describeControls(report)
  const summary = `${id} on ${database}: ${[describeCounts(report.counts), ...controls].join('; ')} (COLLOQUY_TEST_SEED=${seed})`
  console.log(summary)
  expect(failuresOf(report), summary).toEqual([])
  await rm(folder, { recursive: true })
  return report
}
