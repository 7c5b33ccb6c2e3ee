/**
 * `npm run trust`: runs the reliability tests of docs/trust.md and prints their results. `--help` lists the options.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { type NewInstanceData, postgresData, sqliteData } from '@colloquy/server/testing/process'
import { type Cluster, startPostgres } from '@colloquy/storage/testing'
import { readOptions } from '../../../scripts/read-options.mjs'
import { counted, describeCounts } from './counts.js'
import { addResults, resultsOf } from './cumulative-results.js'
import {
  boundOf,
  type DatabaseKind,
  describeControls,
  failuresOf,
  type Need,
  type ReliabilityTest,
  type ReliabilityTestReport,
  usualStoredResults,
} from './reliability-test.js'
import { reliabilityTests } from './reliability-tests.js'
import { watchStandstill } from './standstill.js'
import { type TestResult, withResults } from './trust-page.js'

const maxStandstillMs = 2_000
const maxAttempts = 4

const isThere: Record<Need, () => boolean> = {
  strace: () => process.env.TEST_STRACE !== undefined,
  faketime: () => process.env.TEST_FAKETIME !== undefined,
  root: () => process.getuid?.() === 0,
  chromium: () => process.env.TEST_CHROMIUM !== undefined,
}

const help = `npm run trust -- [options]

  --only R2,R4        run only these tests
  --minutes N         run for N minutes in all instead of the default number of tries
  --database D        sqlite or postgres instead of both
  --seed N            repeat the random choices of an earlier run
  --races N           let R25 run N races instead of 1000
  --results N         delete N stored results during R22 instead of 20000
  --cumulative FILE   add the results to those in FILE; figures and bounds then cover all runs in it
  --json FILE         write the figures to FILE
  --record            update docs/trust.json and the table in docs/trust.md`

const values = readOptions(help, {
  only: 'text',
  minutes: 'number',
  database: 'text',
  seed: 'number',
  races: 'number',
  results: 'number',
  cumulative: 'text',
  json: 'text',
  record: 'flag',
})
const { database: databases = 'sqlite,postgres', minutes, results: storedResults = usualStoredResults } = values
const kinds = databases.split(',') as DatabaseKind[]
if (kinds.some((kind) => kind !== 'sqlite' && kind !== 'postgres'))
  refuse(`--database is "${databases}": choose sqlite, postgres or sqlite,postgres.`)
const wanted = values.only?.split(',')
const unknown = wanted?.filter((id) => !reliabilityTests.some((test) => test.id === id)) ?? []
if (unknown.length > 0)
  refuse(`There is no ${unknown}: choose among ${reliabilityTests.map(({ id }) => id).join(', ')}.`)
const chosen = kinds.flatMap((database) =>
  reliabilityTests
    .filter(({ id, databases }) => (wanted?.includes(id) ?? true) && databases.includes(database))
    .map((test) => ({ test, database })),
)
if (chosen.length === 0) refuse(`${values.only} is not for ${databases}: leave --database out.`)
const seed = values.seed ?? Math.floor(Math.random() * 2 ** 31)

const results: Record<string, TestResult> = {}
let failed = 0
let skipped = 0
console.log(`${chosen.length} reliability tests on ${kinds.join(' and ')}, --seed ${seed}\n`)
let cluster: Cluster | undefined
for (const { test, database } of chosen) {
  const lacking = (test.needs ?? []).filter((need) => !isThere[need]())
  const lacks = [...lacking, ...(database === 'postgres' && !process.env.TEST_POSTGRES ? ['postgres'] : [])]
  if (lacks.length > 0) {
    skipped += 1
    console.log(`${test.id}  SKIPPED on ${database}: this machine lacks ${lacks.join(' and ')}\n`)
    continue
  }
  if (database === 'postgres') cluster ??= await startPostgres({ isDurable: true })
  const newData = database === 'sqlite' ? sqliteData : postgresData((cluster as Cluster).url('postgres'))
  const run = await runUndisturbed(test, database, newData)
  if (failuresOf(run.report).length > 0) failed += 1
  results[`${test.id} ${database}`] = await resultOf(test, database, run)
}
await cluster?.remove()
if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`)
if (values.record) await record()
const kept = chosen.length - failed - skipped
console.log(`${kept} promises kept, ${failed} broken, ${skipped} skipped`)
// An aborted test may have left something running.
process.exit(failed > 0 ? 1 : 0)

function refuse(mistake: string): never {
  console.error(`${mistake}\n\n${help}`)
  process.exit(2)
}

/** Updates the results of the tests that ran. */
async function record(): Promise<void> {
  const [file, page] = ['docs/trust.json', 'docs/trust.md'] as const
  const all = { ...JSON.parse(await readFile(file, 'utf8')), ...results }
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(page, withResults(await readFile(page, 'utf8'), all))
  console.log(`Updated ${file} and ${page}.`)
}

/** Repeats a test that failed while the machine itself stood still: a paused virtual machine proves nothing. */
async function runUndisturbed(test: ReliabilityTest, database: DatabaseKind, newData: NewInstanceData): Promise<Run> {
  for (let attempt = 1; ; attempt++) {
    const watch = watchStandstill()
    const run = await runTest(test, database, newData)
    const stillMs = await watch.stop()
    const isSound = failuresOf(run.report).length === 0
    if (isSound || stillMs < maxStandstillMs || attempt === maxAttempts) return run
    console.log(`    The machine stood still for ${Math.round(stillMs / 1000)} s: repeating ${test.id}.\n`)
  }
}

interface Run {
  report: ReliabilityTestReport
  seconds: number
}

async function runTest(test: ReliabilityTest, database: DatabaseKind, newData: NewInstanceData): Promise<Run> {
  console.log(`${test.id}  ${test.promise} (${database})`)
  const folder = await mkdtemp(join(tmpdir(), `colloquy-${test.id}-`))
  const began = performance.now()
  const until = minutes === undefined ? undefined : began + (minutes * 60_000) / chosen.length
  const { usual, min = 1, max = Number.POSITIVE_INFINITY } = test.tries
  const wished = (test.unit === 'races' ? values.races : undefined) ?? usual
  const goesOn = (tries: number) => {
    if (until === undefined) return tries < wished
    return tries < min || (tries < max && performance.now() < until)
  }
  const report = await test
    .run({ database, newData, folder, seed, isAlone: true, storedResults, goesOn })
    .catch((error): ReliabilityTestReport => ({ tries: 0, counts: counted`aborted`, problems: [inspect(error)] }))
  const failures = failuresOf(report)
  const controls = describeControls(report)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`    tested    ${describeCounts(report.counts)} (${seconds} s)`)
  for (const control of controls) console.log(`    control   ${control}`)
  for (const goal of report.missedGoals ?? []) console.log(`    missed    ${goal}`)
  if (failures.length === 0) console.log('    failures  none')
  else
    console.log(
      `    FAILURES  ${failures.slice(0, 20).join('\n              ')}\n              in ${folder}, --seed ${seed}`,
    )
  if (failures.length === 0) await rm(folder, { recursive: true })
  return { report, seconds }
}

/** Returns the result of this run, or of all runs in the file of cumulative results. */
async function resultOf(test: ReliabilityTest, database: DatabaseKind, { report, seconds }: Run): Promise<TestResult> {
  const run = resultsOf(report)
  const { tries, runs, counts, failures } =
    values.cumulative === undefined ? run : await addResults(values.cumulative, `${test.id} ${database}`, run)
  const bound = test.isByChance ? `${boundOf(tries)} of ${test.unit}` : undefined
  if (runs > 1) console.log(`    in all    ${describeCounts(counts)}, in ${runs} runs; ${failures} failures`)
  if (bound !== undefined && failures === 0) console.log(`    bound     ${bound} fail (95 % confidence)`)
  console.log('')
  return {
    promise: test.promise,
    date: new Date().toISOString().slice(0, 10),
    database,
    seed,
    seconds,
    tries,
    counts: describeCounts(counts),
    runs,
    bound,
    controls: describeControls(report),
    failures,
    ...(report.missedGoals?.length && { missedGoals: report.missedGoals }),
  }
}
