import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomFrom } from '@colloquy/engine'
import { httpClient, publishBot, startServiceProcess } from '@colloquy/server/testing/process'
import { inspectDatabase, readDatabase } from '@colloquy/storage/testing'
import { counted } from '../counts.js'
import { type CrashMode, crashModes, Disk } from '../harness/disk.js'
import { type DiskEvent, readDiskTrace, traceCommand } from '../harness/disk-trace.js'
import { echoingBot } from '../harness/echoing-bot.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

/** Rewrites the code that syncs while the service is loaded; the service itself has no setting for this. */
const weakening = fileURLToPath(new URL('../harness/weaken-sync.mjs', import.meta.url))
const controlStates = 400

/** Few states lose a turn after a burst that a checkpoint follows soon: without a loss, the control continues. */
const controlGoesOn = (states: number, losses: number) => states < (losses > 0 ? controlStates : controlStates * 10)

/**
 * Records what the service writes, syncs and answers under load, and determines the states in which the disk may be found after a power
 * cut: at each point of the record nothing, everything, the beginning, or any part of the unsynced data, down to the sectors of a page. In
 * each of these states the database must open, be intact, and contain every turn that had been answered.
 */
export async function cutPower({ folder, seed, goesOn }: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const env = { NODE_OPTIONS: `--import=${weakening}` }
  const [record, weakened] = await Promise.all([
    recordLoad(join(folder, 'full')),
    recordLoad(join(folder, 'weak'), env),
  ])
  const tried = await tryStates(join(folder, 'states'), record, random, goesOn)
  const control = await tryStates(join(folder, 'control'), weakened, random, controlGoesOn)
  return {
    tries: tried.states,
    counts: counted`${tried.states} states of the disk, from ${record.events.length} calls and ${record.answers.size}
      answered turns`,
    problems: [...record.problems, ...tried.problems],
    // Without syncs, answered turns must be missing.
    controls: [{ name: 'a log that is never synced', found: control.losses, of: control.states }],
  }
}

/** Record of one run under load. */
interface LoadRecord {
  events: DiskEvent[]
  /** All answers to turns that clients received. */
  answers: Set<string>
  problems: string[]
}

const bursts = 2
const visitorsPerBurst = 16
const repliesPerVisitor = 3
/** Longer than the interval between two checkpoints of the service, so that their writes are part of the record. */
const pauseMs = 5_500

async function recordLoad(folder: string, env: Record<string, string> = {}): Promise<LoadRecord> {
  await mkdir(folder)
  const data = join(folder, 'data')
  const prefix = join(folder, 'trace')
  const under = traceCommand(process.env.TEST_STRACE as string, prefix)
  const service = await startServiceProcess(data, env, { under })
  await publishBot(service.url, echoingBot('cut', repliesPerVisitor))
  const http = httpClient()
  const answers = new Set<string>()
  const send = async (path: string, body: object) => {
    const { status, text } = await http.post(`${service.url}/api/v1${path}`, body)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`)
    answers.add(text)
    return JSON.parse(text) as { sessionId: string }
  }
  for (let burst = 0; burst < bursts; burst++) {
    if (burst > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const visitors = Array.from({ length: visitorsPerBurst }, async (_, visitor) => {
      const { sessionId } = await send('/bots/cut/startChat', {})
      for (let reply = 0; reply < repliesPerVisitor; reply++) {
        await send(`/sessions/${sessionId}/continueChat`, { message: `reply ${burst} ${visitor} ${reply}` })
      }
    })
    await Promise.all(visitors)
  }
  http.close()
  await service.end('SIGTERM')
  const events = await readDiskTrace(prefix, data)
  const sent = events.filter((event) => event.kind === 'answer' && answers.has(event.body)).length
  const problems =
    sent === answers.size ? [] : [`The record holds ${sent} of ${answers.size} answers: it is not whole.`]
  return { events, answers, problems }
}

/** Points are spread over the whole record; those with unsynced data are tested in each mode in turn. */
async function tryStates(
  folder: string,
  record: LoadRecord,
  random: () => number,
  goesOn: (tries: number, losses: number) => boolean,
): Promise<{ states: number; losses: number; problems: string[] }> {
  const scratch = existsSync('/dev/shm')
    ? join('/dev/shm', `colloquy-${process.pid}-${Math.floor(random() * 1e9)}`)
    : folder
  await mkdir(scratch, { recursive: true })
  const problems: string[] = []
  let states = 0
  let losses = 0
  try {
    while (goesOn(states, losses)) {
      const offset = random()
      const disk = new Disk()
      const answered: string[] = []
      for (const [index, event] of record.events.entries()) {
        if (event.kind === 'answer') {
          if (record.answers.has(event.body)) answered.push(event.body)
        } else disk.take(event)
        const isData = Math.floor(index / stride + offset) !== Math.floor((index - 1) / stride + offset)
        if (!isData) continue
        const modes = disk.waiting > 0 ? crashModes : crashModes.slice(0, 1)
        for (const mode of modes) {
          if (!goesOn(states, losses)) break
          states += 1
          const found = await tryState(scratch, disk, mode, random, answered)
          if (found.some((problem) => problem.startsWith(lost))) losses += 1
          if (problems.length < 20) problems.push(...found.map((problem) => `Call ${index}, ${mode}: ${problem}`))
        }
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return { states, losses, problems }
}

/** Number of calls between two points of one pass over the record. */
const stride = 7

async function tryState(
  folder: string,
  disk: Disk,
  mode: CrashMode,
  random: () => number,
  answered: readonly string[],
): Promise<string[]> {
  for (const name of ['', '-wal', '-shm', '-journal']) await rm(join(folder, `colloquy.db${name}`), { force: true })
  for (const [name, content] of disk.crash(mode, random)) await writeFile(join(folder, name), content)
  try {
    return [...inspectDatabase(folder), ...findTornTurns(folder), ...findLostTurns(folder, answered)]
  } catch (error) {
    return [`The database does not open: ${(error as Error).message}`]
  }
}

function hasTables(folder: string): boolean {
  return readDatabase(folder, "SELECT 1 FROM sqlite_schema WHERE name = 'turns'").length > 0
}

/** A turn consists of its row, the version of its session, and its answer: all of them must exist, or none. */
function findTornTurns(folder: string): string[] {
  if (!hasTables(folder)) return []
  const torn = readDatabase<{ id: string }>(
    folder,
    `SELECT s.id FROM sessions s
     WHERE s.version <> (SELECT count(*) FROM turns t WHERE t.session_id = s.id)
        OR s.version <> (SELECT max(number) FROM turns t WHERE t.session_id = s.id)
        OR s.version <> 1 + (SELECT count(*) FROM answers a WHERE a.result_id = s.result_id)
        OR NOT EXISTS (SELECT 1 FROM results r WHERE r.id = s.result_id)`,
  )
  return torn.map(({ id }) => `A turn of session ${id} is torn.`)
}

function findLostTurns(folder: string, answered: readonly string[]): string[] {
  if (answered.length === 0) return []
  if (!hasTables(folder)) return [`${lost} all ${answered.length}: there are no tables.`]
  const kept = new Set(
    readDatabase<{ answer: string }>(folder, 'SELECT answer FROM turns').map(({ answer: response }) => response),
  )
  const missing = answered.filter((response) => !kept.has(response))
  return missing.length > 0 ? [`${lost} ${missing.length} of ${answered.length}, such as ${missing[0]}`] : []
}

const lost = 'Turns were answered, but are lost:'
