/**
 * `npm run trust`: breaks the service in every way that docs/trust.md names, and says what was found.
 * Arguments are read and explained in scripts/trust.mjs.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { type Cluster, startPostgres } from '@colloquy/storage/testing'
import { type NewPlace, postgresPlaces, sqlitePlace } from '../process/place.js'
import { counted, describeCounts } from './counts.js'
import { watchStandstill } from './standstill.js'
import { addToTally, tallyOf } from './tally.js'
import {
  boundOf,
  type DatabaseKind,
  describeControls,
  failuresOf,
  type Need,
  type Trial,
  type TrialReport,
} from './trial.js'
import { trials } from './trials.js'

/** What a run of a trial leaves in the file of figures. */
interface Figure {
  promise: string
  date: string
  database: string
  seed: number
  seconds: number
  tries: number
  counts: string
  /** In how many runs. */
  runs: number
  /** What follows when nothing failed; only where chance decides. */
  bound?: string
  controls: string[]
  failures: number
}

const mostStillMs = 2_000
const mostAttempts = 4

const isThere: Record<Need, () => boolean> = {
  strace: () => process.env.COLLOQUY_STRACE !== undefined,
  faketime: () => process.env.COLLOQUY_FAKETIME !== undefined,
  root: () => process.getuid?.() === 0,
  chromium: () => process.env.COLLOQUY_CHROMIUM !== undefined,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    database: { type: 'string', default: 'sqlite,postgres' },
    json: { type: 'string' },
    tally: { type: 'string' },
  },
})
const kinds = values.database.split(',') as DatabaseKind[]
if (kinds.some((kind) => kind !== 'sqlite' && kind !== 'postgres'))
  refuse(`--database is "${values.database}": choose sqlite, postgres or sqlite,postgres.`)
const wanted = values.only?.split(',')
const unknown = wanted?.filter((id) => !trials.some((trial) => trial.id === id)) ?? []
if (unknown.length > 0) refuse(`There is no ${unknown}: choose among ${trials.map(({ id }) => id).join(', ')}.`)
const chosen = kinds.flatMap((database) =>
  trials
    .filter(({ id, databases }) => (wanted?.includes(id) ?? true) && databases.includes(database))
    .map((trial) => ({ trial, database })),
)
if (chosen.length === 0) refuse(`${values.only} is not for ${values.database}: leave --database out.`)
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

const figures: Record<string, Figure> = {}
let failed = 0
let passedOver = 0
console.log(`${chosen.length} trials on ${kinds.join(' and ')}, --seed ${seed}\n`)
let cluster: Cluster | undefined
for (const { trial, database } of chosen) {
  const lacking = (trial.needs ?? []).filter((need) => !isThere[need]())
  const lacks = [...lacking, ...(database === 'postgres' && !process.env.COLLOQUY_POSTGRES ? ['postgres'] : [])]
  if (lacks.length > 0) {
    passedOver += 1
    console.log(`${trial.id}  PASSED OVER on ${database}: this machine lacks ${lacks.join(' and ')}\n`)
    continue
  }
  if (database === 'postgres') cluster ??= await startPostgres({ isDurable: true })
  const newPlace = database === 'sqlite' ? sqlitePlace : postgresPlaces((cluster as Cluster).url('postgres'))
  const run = await runUndisturbed(trial, database, newPlace)
  if (failuresOf(run.report).length > 0) failed += 1
  figures[`${trial.id} ${database}`] = await figureOf(trial, database, run)
}
await cluster?.remove()
if (values.json) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)
const kept = chosen.length - failed - passedOver
console.log(`${kept} promises kept, ${failed} broken, ${passedOver} passed over`)
// A trial that was broken off may have left something running.
process.exit(failed > 0 ? 1 : 0)

function refuse(mistake: string): never {
  console.error(mistake)
  process.exit(2)
}

/** A trial that found something while the machine stood still is made again: a virtual machine that was halted proves nothing. */
async function runUndisturbed(trial: Trial, database: DatabaseKind, newPlace: NewPlace): Promise<Run> {
  for (let attempt = 1; ; attempt++) {
    const watch = watchStandstill()
    const run = await runTrial(trial, database, newPlace)
    const stillMs = watch.stop()
    const isSound = failuresOf(run.report).length === 0
    if (isSound || stillMs < mostStillMs || attempt === mostAttempts) return run
    console.log(`    The machine stood still for ${Math.round(stillMs / 1000)} s: ${trial.id} is tried again.\n`)
  }
}

interface Run {
  report: TrialReport
  seconds: number
}

async function runTrial(trial: Trial, database: DatabaseKind, newPlace: NewPlace): Promise<Run> {
  console.log(`${trial.id}  ${trial.promise} (${database})`)
  const folder = await mkdtemp(join(tmpdir(), `colloquy-${trial.id}-`))
  const began = performance.now()
  const until = minutes === undefined ? undefined : began + (minutes * 60_000) / chosen.length
  const { usual, least = 1, most = Number.POSITIVE_INFINITY } = trial.tries
  const goesOn = (tries: number) => {
    if (until === undefined) return tries < usual
    return tries < least || (tries < most && performance.now() < until)
  }
  const report = await trial
    .run({ database, newPlace, folder, seed, goesOn })
    .catch((error): TrialReport => ({ tries: 0, counts: counted`broken off`, problems: [inspect(error)] }))
  const failures = failuresOf(report)
  const controls = describeControls(report)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`    tried   ${describeCounts(report.counts)} (${seconds} s)`)
  for (const control of controls) console.log(`    control ${control}`)
  if (failures.length === 0) console.log('    found   nothing')
  else
    console.log(`    FOUND   ${failures.slice(0, 20).join('\n            ')}\n            in ${folder}, --seed ${seed}`)
  if (failures.length === 0) await rm(folder, { recursive: true })
  return { report, seconds }
}

/** Of this run, or of all that the tally knows. */
async function figureOf(trial: Trial, database: DatabaseKind, { report, seconds }: Run): Promise<Figure> {
  const run = tallyOf(report)
  const { tries, runs, counts, failures } =
    values.tally === undefined ? run : await addToTally(values.tally, `${trial.id} ${database}`, run)
  const bound = trial.isByChance ? `${boundOf(tries)} of ${trial.unit}` : undefined
  if (runs > 1) console.log(`    in all  ${describeCounts(counts)}, in ${runs} runs; ${failures} failures`)
  if (bound !== undefined && failures === 0) console.log(`    bound   ${bound} do harm (95 % confidence)`)
  console.log('')
  return {
    promise: trial.promise,
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
  }
}
