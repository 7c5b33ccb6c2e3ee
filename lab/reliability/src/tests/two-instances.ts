import { join } from 'node:path'
import { randomFrom } from '@colloquy/engine'
import { askingBot } from '@colloquy/server/testing'
import {
  checkHistory,
  httpClient,
  type InstanceData,
  type Operation,
  publishBot,
  type ServiceProcess,
  startAt,
} from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { plantFaults } from '../harness/plant-faults.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'
import { crowdedBot, crowdedSettings, sendAtOnce, someReplies } from './many-at-once.js'

const atOnce = 10
/** Few at first, so that a short run includes some kills. */
const repliesBetweenKills = (kills: number) => (kills < 5 ? 200 : 5_000)
const maxLifeMs = 350

/**
 * Two instances on one database, started together on an empty one, and on one of the first schema. 2 to 50 replies of a session arrive at
 * both at once; sometimes one instance is killed, and its visitors continue at the other, with their keys. At the end both have to delete
 * the same old results: each is deleted once.
 */
export async function shareDatabase({
  folder,
  newData,
  seed,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const data = await newData(folder)
  let instances = await Promise.all([startAt(data, crowdedSettings), startAt(data, crowdedSettings)])
  const http = httpClient()
  const [first] = instances
  await publishBot(first.url, crowdedBot)
  await publishBot(first.url, askingBot('killed', 4))
  const visitors = Array.from({ length: 8 }, (_, index) => {
    return new Visitor({ bot: 'killed', repliesPerSession: 4, name: `visitor-${index}` })
  })
  const history: Operation[] = []
  const problems: string[] = []
  let replies = 0
  let kills = 0
  while (problems.length === 0 && goesOn(replies)) {
    const round = { left: repliesBetweenKills(kills) }
    const clients = Array.from({ length: atOnce }, async () => {
      while (round.left > 0 && goesOn(replies)) {
        const count = someReplies(random)
        round.left -= count
        replies += count
        const [one, other] = random() < 0.5 ? instances : [instances[1], instances[0]]
        history.push(...(await sendAtOnce(http, [one.url, other.url], `at once ${replies}`, count)))
      }
    })
    await Promise.all(clients)
    instances = await killOne(data, instances, visitors, random, problems)
    kills += 1
  }
  const codes = await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  if (codes.some((code) => code !== 0)) problems.push(`The instances ended with ${codes}.`)
  http.close()
  const operations = [...history, ...visitors.flatMap((visitor) => visitor.history)]
  problems.push(...(await data.inspect()), ...(await checkHistory(data.storage, operations)))
  const controls = await plantFaults(data, operations)
  const deleted = await deleteOnce(data, problems)
  problems.push(...(await upgradeTogether(await newData(join(folder, 'old')))))
  return {
    tries: replies,
    counts: counted`${replies} replies, 2 to 50 of them at once to a session, by turns to both instances, and ${kills} kills of
      one of them, in ${operations.length} turns; ${deleted} old results deleted once`,
    problems,
    controls,
  }
}

type Pair = [ServiceProcess, ServiceProcess]

/** Half of the visitors talk to the one that is killed. Returns the two instances that run afterwards. */
async function killOne(
  data: InstanceData,
  instances: Pair,
  visitors: readonly Visitor[],
  random: () => number,
  problems: string[],
): Promise<Pair> {
  const [killed, kept] = random() < 0.5 ? instances : [instances[1], instances[0]]
  const http = httpClient()
  const isOver = { now: false }
  const talking = visitors.map(async (visitor, index) => {
    let url = index % 2 === 0 ? killed.url : kept.url
    while (!isOver.now) {
      const response = await visitor.say(http, url)
      if (response === undefined && url === killed.url) url = kept.url
      else if (response?.status !== 200) problems.push(`A visitor was answered ${response?.status}: ${response?.text}`)
    }
  })
  await new Promise((resolve) => setTimeout(resolve, random() * maxLifeMs))
  await killed.end('SIGKILL')
  const again = await startAt(data, crowdedSettings)
  isOver.now = true
  await Promise.all(talking)
  for (const visitor of visitors) problems.push(...(await visitor.askAgain(http, again.url)))
  http.close()
  return [kept, again]
}

/** Both find an old schema: one of them migrates it, and both accept requests. */
async function upgradeTogether(data: InstanceData): Promise<string[]> {
  await data.fillWithSchema(1)
  const instances = await Promise.all([startAt(data, crowdedSettings), startAt(data, crowdedSettings)])
  const ready = await Promise.all(instances.map(async ({ url }) => (await fetch(`${url}/ready`)).status))
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  const [row] = await data.rows<{ rows: string; last: string }>(
    'SELECT count(*) AS rows, max(number) AS last FROM migrations',
  )
  const isOnce = row !== undefined && Number(row.rows) === Number(row.last) && Number(row.last) > 1
  return isOnce && ready.every((status) => status === 200)
    ? []
    : [`Two instances that started on an old schema left ${JSON.stringify(row)} and were answered ${ready}.`]
}

const oldResults = 3_000
const maxStandstillSeconds = 60

/**
 * Both instances find old results at their start; the numbers of deleted results that they report must add up to the number of old results.
 */
async function deleteOnce(data: InstanceData, problems: string[]): Promise<number> {
  await data.change(`
    INSERT INTO results (id, workspace_id, bot_id, created_at, updated_at, has_started, is_completed, is_deleted, variables)
    SELECT 'old-' || number, workspace_id, id, 0, 0, 1, 1, 0, '[]' FROM bots, generate_series(1, ${oldResults}) AS number
    WHERE public_id = 'killed'`)
  const env = { COLLOQUY_RETENTION_DAYS: '3650', LOG_LEVEL: 'info' }
  const instances = await Promise.all([startAt(data, env), startAt(data, env)])
  const left = async () =>
    Number((await data.rows<{ count: string }>("SELECT count(*) FROM results WHERE id LIKE 'old-%'"))[0]?.count)
  // Waits while the number decreases, however slow the machine is.
  for (let before = oldResults + 1, still = 0; before > 0 && still < maxStandstillSeconds; still++) {
    const now = await left()
    if (now < before) still = 0
    before = now
    await new Promise((resolve) => setTimeout(resolve, now === 0 ? 0 : 1_000))
  }
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  const told = instances.map(({ output }) => Number(/(\d+) results were older than/.exec(output())?.[1] ?? 0))
  const deleted = told.reduce((sum, count) => sum + count, 0)
  if (deleted !== oldResults || (await left()) > 0)
    problems.push(`Of ${oldResults} old results the instances deleted ${told}, and ${await left()} are left.`)
  return deleted
}
