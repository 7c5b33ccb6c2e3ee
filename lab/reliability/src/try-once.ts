import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresData, sqliteData } from '@colloquy/server/testing/process'
import { expect, inject } from 'vitest'
import { describeCounts } from './counts.js'
import { describeControls, failuresOf, type ReliabilityTestReport, usualStoredResults } from './reliability-test.js'
import { reliabilityTests } from './reliability-tests.js'

/**
 * Runs a reliability test with its usual or the given number of tries, on the database of the tests, and expects no failure. The seed is
 * COLLOQUY_TEST_SEED or a new one.
 */
export async function tryOnce(id: string, tries?: number): Promise<ReliabilityTestReport> {
  const cluster = inject('postgres')
  const database = cluster === undefined ? 'sqlite' : 'postgres'
  const test = reliabilityTests.find((one) => one.id === id && one.databases.includes(database))
  if (!test) throw new Error(`There is no reliability test ${id} on ${database}.`)
  const folder = await mkdtemp(join(tmpdir(), `colloquy-${id}-`))
  const seed = Number(process.env.COLLOQUY_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const enough = tries ?? test.tries.usual
  const newData = cluster === undefined ? sqliteData : postgresData(cluster)
  const goesOn = (done: number) => done < enough
  const report = await test.run({
    database,
    newData,
    folder,
    seed,
    isAlone: false,
    storedResults: usualStoredResults,
    goesOn,
  })
  const controls = describeControls(report)
  const summary = `${id} on ${database}: ${[describeCounts(report.counts), ...controls].join('; ')} (COLLOQUY_TEST_SEED=${seed})`
  console.log(summary)
  expect(failuresOf(report), summary).toEqual([])
  await rm(folder, { recursive: true })
  return report
}
