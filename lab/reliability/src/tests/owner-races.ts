import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { randomFrom } from '@colloquy/engine'
import { httpClient, type InstanceData } from '@colloquy/server/testing/process'
import { counted, maximum } from '../counts.js'
import { OwnerWorld } from '../harness/owner-world.js'
import type { NegativeControl, ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'
import { race, type SourceName, type Ways, ways } from './owner-race.js'

/** Enough that some keep the service busy while others wait. */
const atOnce = 64
/** Beside other tests, two instances and a database answer this many in the time that a call may take to begin. */
const atOnceBesideOthers = 12
/** Races of a control at once: an omitted check shows while the service is quick. */
const atOnceInControl = 12
/** Number of races at which an instance is killed for the next time: soon at first, so that a short run includes some kills. */
const nextKillAt = (kills: number) => (kills < 3 ? 50 + 100 * kills : 2_000 * (kills - 2))
/**
 * Milliseconds within which an instance learns from the database that another one has let somebody take over. Until then it asks before each
 * effect, but not before each request of one.
 */
const slackOfOthers = 250
/** Races of a control, which ends as soon as the omitted check shows. */
const racesOfControl = 400

/**
 * Somebody takes over a conversation while its bot answers, waits, streams, delivers, calls tools, runs a script or sends to a messaging
 * app, and gives it back. While it is held, nothing of the bot may reach the visitor, no call may begin, and no turn may be stored. On PostgreSQL two instances share the work,
 * and one of them is killed now and then; on SQLite the only one is.
 */
export async function raceOwners(options: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const { folder, newData, seed, database, goesOn, isAlone } = options
  const isShared = database === 'postgres'
  const data = await newData(join(folder, 'races'))
  const most = isShared && !isAlone ? atOnceBesideOthers : atOnce
  const run = await runRaces(data, { seed, instances: isShared ? 2 : 1, goesOn, kills: true, atOnce: most })
  const problems = [...run.problems, ...(await data.inspect())]
  const controls: NegativeControl[] = []
  for (const [name, { leftOut, way }] of Object.entries(checks)) {
    const copy = await newData(join(folder, name.replaceAll(' ', '-')))
    const goesOn = (races: number) => races < racesOfControl
    const only = { seed, instances: 1, kills: false, leftOut, way, goesOn, atOnce: atOnceInControl }
    const { problems: found, races: of } = await runRaces(copy, only)
    controls.push({ name, found: new Set(found.map((problem) => /^race\d+/.exec(problem)?.[0])).size, of })
  }
  const { races, byWay, bySource, kills, busy } = run
  return {
    tries: races,
    counts: counted`${races} races, ${busy} in the middle of a turn, ${byWay.reply} with replies, ${byWay.wait} with waits, ${byWay.stream} with streams,
      ${byWay.delivery} with deliveries, ${byWay.agent} with agents, ${byWay.script} with scripts, ${byWay.app} with messages of an app; taken over by ${bySource.inbox} people of the inbox,
      ${bySource.API} systems, ${bySource.phone} phones and ${bySource.channel} other apps; ${kills} kills;
      another instance began its last call ${maximum(run.slowest)} ms after a take-over`,
    problems,
    controls,
  }
}

/** Patterns of texts in the built service, whose names may have numbers, with the text that replaces each. */
type LeftOut = readonly (readonly [pattern: string, replacement: string])[]

/** The check that each control omits, and the races that need it. */
const checks: Readonly<Record<string, { leftOut: LeftOut; way: keyof Ways }>> = {
  'replies that do not ask who speaks': {
    leftOut: [
      ['opened\\.session\\.hasPeople && !request\\.handBack', 'false'],
      ['held\\d* !== null\\) throw new HeldConversation', 'false) throw new HeldConversation'],
    ],
    way: 'reply',
  },
  'turns that are stored whoever speaks': {
    leftOut: [
      ['const changedAt = Math\\.max.*;', 'const changedAt = row.updatedAt;'],
      ['botWork\\d*\\.stop\\(\\w+\\)', 'undefined'],
    ],
    way: 'agent',
  },
  'calls that begin whoever speaks': { leftOut: [['return !this\\.aborted', 'return true']], way: 'script' },
  'streams that nobody stops': {
    leftOut: [
      ['waits\\.push\\(streamEnded\\(.*\\)\\)', 'undefined'],
      ['generations\\d*\\.stop\\(sessionId\\d*\\)', 'undefined'],
    ],
    way: 'stream',
  },
  'messages of an app that do not ask who speaks': { leftOut: [['!maySend\\(found\\.held\\)', 'false']], way: 'app' },
}

interface RunOptions {
  seed: number
  instances: number
  kills: boolean
  /** Only races of this kind. */
  way?: keyof Ways
  leftOut?: LeftOut
  goesOn: (races: number) => boolean
  atOnce: number
}

async function runRaces(data: InstanceData, options: RunOptions) {
  const { seed, instances, kills: mayKill, way, leftOut, goesOn } = options
  const random = randomFrom(seed)
  const world = new OwnerWorld(data, instances, leftOut && withoutCheck(leftOut))
  await world.open()
  const http = httpClient()
  const problems: string[] = []
  const byWay: Record<keyof Ways, number> = { reply: 0, wait: 0, stream: 0, delivery: 0, agent: 0, script: 0, app: 0 }
  const kinds = Object.keys(ways) as (keyof Ways)[]
  const names = new Map<string, string>()
  const slack = instances > 1 ? slackOfOthers : 0
  const bySource: Record<SourceName, number> = { inbox: 0, API: 0, phone: 0, channel: 0 }
  let busy = 0
  let slowest = 0
  let races = 0
  let kills = 0
  const isOver = () => problems.length > 0 || !goesOn(races)
  const runners = Array.from({ length: options.atOnce }, async () => {
    while (!isOver()) {
      races += 1
      const kind = way ?? (kinds[races % kinds.length] as keyof Ways)
      byWay[kind] += 1
      const one = await race(world, http, { kind, name: `race${races}`, random, slack }).catch((error: Error) => error)
      if (one instanceof Error) problems.push(`race${races}, ${kind}: ${one.message}`)
      else {
        names.set(one.sessionId, one.name)
        problems.push(...one.problems)
        if (one.wasBusy) busy += 1
        bySource[one.source] += 1
        slowest = Math.max(slowest, one.slowest)
      }
    }
  })
  const killer = async () => {
    while (mayKill && !isOver()) {
      if (races < nextKillAt(kills)) await sleep(2)
      else {
        kills += 1
        await world.killOne(random)
      }
    }
  }
  await Promise.all([...runners, killer()])
  http.close()
  await world.close()
  problems.push(...(await checkStored(data, names)))
  return { races, byWay, bySource, kills, busy, slowest, problems }
}

const withoutCheck = (leftOut: LeftOut) => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('../harness/without-check.mjs', import.meta.url))}`,
  LEFT_OUT: JSON.stringify(leftOut),
})

/**
 * While somebody else spoke, no turn was stored: the number of the last turn is the same at the take-over and at the return, and no reply
 * has a turn. `names`: races by the ids of their sessions.
 */
async function checkStored(data: InstanceData, names: ReadonlyMap<string, string>): Promise<string[]> {
  const taken = await data.rows<{ id: string; turns: number }>(`
    SELECT session_id AS id, turns FROM (
      SELECT session_id, content, after_turn - lag(after_turn) OVER (PARTITION BY session_id ORDER BY number) AS turns
      FROM conversation_messages WHERE kind = 'event'
    ) AS events WHERE turns > 0 AND content LIKE '%"to":"bot"%'`)
  const answered = await data.rows<{ key: string }>(`SELECT key FROM turns WHERE key LIKE 'race%-held-%'`)
  return [
    ...taken.map(({ id, turns }) => `${names.get(id) ?? id}: the bot took ${turns} turns while somebody else spoke.`),
    ...answered.map(({ key }) => `${key.split('-')[0]}: the bot answered ${key}.`),
  ]
}
