import { setTimeout as sleep } from 'node:timers/promises'
import { echoOf, echoPayload, handoverPayload } from '@colloquy/server/testing'
import type { HttpClient, HttpResponse } from '@colloquy/server/testing/process'
import { appMessages, contactOf, type OwnerWorld, type Seen } from '../harness/owner-world.js'

/** One race: what was said and done while somebody else spoke. */
export interface Raced {
  name: string
  sessionId: string
  source: SourceName
  /** The bot was in the middle of it when somebody took over. */
  wasBusy: boolean
  /** Milliseconds after the take-over at which another instance, which had not learned of it, began its last call. */
  slowest: number
  problems: readonly string[]
}

interface Race {
  world: OwnerWorld
  http: HttpClient
  name: string
  random: () => number
  /** Milliseconds after a take-over within which calls may begin: another instance has to learn of it. */
  slack: number
}

/** A conversation that is about to race. `act` lets its bot do something, and resolves to what the visitor receives. */
interface Begun {
  sessionId: string
  act(): Promise<string>
  /** True in the middle of it; absent: until `act` resolves. */
  isBusy?(): boolean
}

interface Way {
  begin(race: Race): Promise<Begun>
  /** Milliseconds within which the bot does it; 40 by default. */
  length?: number
  /** Problems with the things that arrived while the bot was held. `received`: by the visitor, as the outcome of `act`. */
  broken(seen: readonly Seen[], received: string): string[]
}

/** Actions of the bot when somebody takes over. */
export type Ways = Record<'reply' | 'wait' | 'stream' | 'delivery' | 'agent' | 'script' | 'app', Way>

/** Milliseconds after which a call that failed would have been made again. */
const longWatch = 1_000

const calls = (seen: readonly Seen[]): string[] => seen.map(({ what }) => `a ${what} began`)

const chat =
  (bot: string, message: (started: Started) => object | string, startWith: object = {}) =>
  async (race: Race): Promise<Begun> => {
    const { name } = race
    const started = await begun(race, bot, startWith)
    const { sessionId } = started
    const act = () => reply(race, sessionId, message(started), `${name}-act`)
    return { sessionId, act }
  }

export const ways: Ways = {
  reply: { begin: (race) => chat('raced', () => race.name)(race), broken: calls },
  wait: { begin: chat('raced', ({ noAnswer }) => ({ type: 'no-answer', ...noAnswer })), broken: calls },
  delivery: { begin: (race) => chat('raced', () => race.name)(race), broken: calls },
  agent: { length: 100, begin: (race) => chat('race-agent', () => race.name)(race), broken: calls },
  script: { length: 100, begin: (race) => chat('race-script', () => race.name)(race), broken: calls },
  stream: {
    async begin(race) {
      const { sessionId } = await begun(race, 'race-streamed', { isStreamEnabled: true })
      await reply(race, sessionId, race.name, `${race.name}-ask`)
      const path = `/sessions/${sessionId}/streamMessage`
      return { sessionId, act: async () => (await race.world.ask(race.http, { path, random: race.random })).text }
    },
    broken: (seen, received) =>
      seen.flatMap(({ what }) => {
        const piece = /piece\d+ /.exec(`${what} `)?.[0]
        return piece && received.includes(piece) ? [`the visitor received ${piece}, which the model sent later`] : []
      }),
  },
  app: {
    length: 400,
    async begin(race) {
      const { world, http, name, random } = race
      await world.write(http, name, name, random)
      await world.until(() => messagesOf(world.seen(name)).length > 0)
      const sessionId = await world.sessionOf(http, name, random)
      return {
        sessionId,
        async act() {
          await world.write(http, name, name, random)
          return ''
        },
        isBusy() {
          const sent = messagesOf(world.seen(name)).length - 1
          return sent > 0 && sent < appMessages
        },
      }
    },
    broken: (seen) => messagesOf(seen).map(({ what }) => `the app was sent a ${what}`),
  },
}

const messagesOf = (seen: readonly Seen[]) => seen.filter(({ what }) => what.startsWith('message'))

interface Started {
  sessionId: string
  noAnswer?: { waitId: string }
}

async function begun({ world, http, name, random }: Race, bot: string, body: object): Promise<Started> {
  const asked = { path: `/bots/${bot}/startChat`, body, key: `${name}-start`, random }
  return JSON.parse((await world.ask(http, asked)).text)
}

async function reply(
  { world, http, random }: Race,
  sessionId: string,
  message: object | string,
  key: string,
): Promise<string> {
  const asked = { path: `/sessions/${sessionId}/continueChat`, body: { message }, key, random }
  return (await world.ask(http, asked)).text
}

/** Takes a conversation over, and gives it back. */
interface Source {
  take(race: Race, sessionId: string): Promise<HttpResponse>
  giveBack(race: Race, sessionId: string): Promise<HttpResponse>
}

const setStatus = ({ world, http, random }: Race, sessionId: string, status: string) =>
  world.ask(http, { method: 'PATCH', path: `/sessions/${sessionId}/status`, body: { status }, random })
const inInbox = ({ world, http, random }: Race, path: string) =>
  world.ask(http, { path: `${world.inbox}/${path}`, random })
const byApp = ({ world, http, random }: Race, payload: object) => world.report(http, payload, random)

export type SourceName = 'inbox' | 'API' | 'phone' | 'channel'
const sources: Readonly<Record<SourceName, Source>> = {
  inbox: {
    take: (race, sessionId) => inInbox(race, `${sessionId}/take`),
    giveBack: (race, sessionId) => inInbox(race, `${sessionId}/return`),
  },
  API: {
    take: (race, sessionId) => setStatus(race, sessionId, 'paused'),
    giveBack: (race, sessionId) => setStatus(race, sessionId, 'bot'),
  },
  phone: {
    take: (race) => byApp(race, echoPayload(echoOf(contactOf(race.name), `The owner answers ${race.name}`))),
    giveBack: (race, sessionId) => setStatus(race, sessionId, 'bot'),
  },
  channel: {
    take: (race) => byApp(race, handoverPayload('control_taken', contactOf(race.name))),
    giveBack: (race) => byApp(race, handoverPayload('control_passed', contactOf(race.name))),
  },
}

/** Web pages have neither phones nor other apps. */
const sourcesOf = (kind: keyof Ways): readonly SourceName[] =>
  kind === 'app' ? ['inbox', 'API', 'phone', 'channel'] : ['inbox', 'API']

/** Races one take-over against what the bot does. */
export async function race(
  world: OwnerWorld,
  http: HttpClient,
  { kind, ...more }: { kind: keyof Ways } & Pick<Race, 'name' | 'random' | 'slack'>,
): Promise<Raced> {
  const given = { world, http, ...more }
  const { name, random, slack } = given
  const way = ways[kind]
  const { sessionId, act, isBusy } = await way.begin(given)
  let isActing = true
  const acting = act().finally(() => {
    isActing = false
  })
  await sleep(random() * (way.length ?? 40))
  const wasBusy = isBusy?.() ?? isActing
  const names = sourcesOf(kind)
  const source = names[Math.floor(random() * names.length)] as SourceName
  const taken = await sources[source].take(given, sessionId)
  if (taken.status !== 200) throw new Error(`The take-over was answered ${taken.status}: ${taken.text}`)
  const heldAt = await world.noteAll()
  const problems: string[] = []
  const keysWhileHeld = kind === 'app' ? [] : [`${name}-held-1`, `${name}-held-2`]
  if (kind === 'app') await world.write(http, name, 'While held', random)
  for (const key of keysWhileHeld) {
    const text = await reply(given, sessionId, 'While held', key)
    if (JSON.parse(text).messages?.length !== 0) problems.push(`${name}, ${kind}: a reply was answered ${text}`)
  }
  const isLong = random() < 0.02
  await sleep(isLong ? longWatch : random() * 40)
  const releasedAt = performance.now()
  const whileHeld = world.seen(name).filter(({ at }) => at > heldAt && at < releasedAt)
  const early = way.broken === calls ? whileHeld.filter(({ at }) => at < heldAt + slack) : []
  const late = whileHeld.filter((one) => !early.includes(one))
  const slowest = Math.max(0, ...early.map(({ at }) => at - heldAt))
  const returned = await sources[source].giveBack(given, sessionId)
  if (returned.status !== 200) throw new Error(`The return was answered ${returned.status}: ${returned.text}`)
  const received = await acting
  for (const problem of way.broken(late, received))
    problems.push(`${name}, ${kind}: while somebody else spoke, ${problem}.`)
  if (kind === 'reply' || kind === 'wait') {
    const text = await reply(given, sessionId, name, `${name}-after`)
    if (!text.includes('The bot speaks.'))
      problems.push(`${name}, ${kind}: after the return, a reply was answered ${text}`)
  }
  world.forget(name)
  return { name, sessionId, source, wasBusy, slowest, problems }
}
