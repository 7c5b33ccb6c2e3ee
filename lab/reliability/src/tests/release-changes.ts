import { randomFrom } from '@colloquy/engine'
import {
  adminToken,
  checkHistory,
  httpClient,
  type InstanceData,
  type Operation,
  openStorageAt,
  startAt,
} from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { plantFaults } from '../harness/plant-faults.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const questions = 5
const visitorsPerEnvironment = 6
/** Visitors who say one thing at each change, so that their chats are moved more than once. */
const slowPerEnvironment = 10
const publicId = 'changing'
/** Running chats keep nearly all releases from being deleted. */
const roomForReleases = { COLLOQUY_LIMITS: JSON.stringify({ releasesPerBot: 100_000 }) }

/**
 * Publishes, schedules, promotes, rolls back, and moves running chats, in two environments of a bot, while visitors talk in both: each
 * request succeeds, no turn is lost or repeated, and each visitor reads the texts of one release from first to last. Each release deletes
 * groups in which visitors wait. On PostgreSQL two instances share the work.
 */
export async function changeReleases({
  database,
  folder,
  newData,
  seed,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const data = await newData(folder)
  const start = () => startAt(data, roomForReleases)
  const instances = [await start(), ...(database === 'postgres' ? [await start()] : [])]
  const urls = instances.map(({ url }) => url)
  const urlOf = (index: number) => urls[index % urls.length] as string
  const author = new Author(urls, random)
  await author.begin()
  const http = httpClient()
  const problems: string[] = []
  const isOver = { now: false }
  const crowd = (size: number, kind: string) =>
    author.publicIds.flatMap((bot) =>
      Array.from({ length: size }, (_, index) => {
        return new Visitor({ bot, repliesPerSession: questions, name: `${kind}-${bot}-${index}` })
      }),
    )
  const [quick, slow] = [crowd(visitorsPerEnvironment, 'quick'), crowd(slowPerEnvironment, 'slow')]
  const say = async (visitor: Visitor, index: number) => {
    const response = await visitor.say(http, urlOf(index))
    if (response?.status === 200) return true
    problems.push(`A visitor was answered ${response?.status ?? 'nothing'}: ${response?.text ?? ''}`)
    return false
  }
  const talking = quick.map(async (visitor, index) => {
    while (!isOver.now && (await say(visitor, index)));
  })
  let changes = 0
  for (; problems.length === 0 && goesOn(changes); changes++) {
    const [rejected] = await Promise.all([author.change(), ...slow.map(say)])
    problems.push(...rejected)
  }
  isOver.now = true
  await Promise.all(talking)
  const refused = await author.unpublished(() => quick[0]?.say(http, urlOf(0)))
  http.close()
  const codes = await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  problems.push(...codes.filter((code) => code !== 0).map((code) => `The service ended with ${code}.`))
  // Excludes the negative control.
  const history = [...quick, ...slow]
    .flatMap((visitor) => visitor.history)
    .filter(({ answer: response }) => response !== undefined)
  problems.push(...(await checkHistory(data.storage, history)))
  problems.push(...(await checkTexts(data, author.texts, history)))
  const { published, promoted, rolledBack, moved, stayed, inUse } = author.counts
  return {
    tries: changes,
    counts: counted`${published} publications, ${promoted} promotions, ${rolledBack} rollbacks; ${moved} chats moved, ${stayed}
      stayed, ${inUse} were in use; ${history.length} turns`,
    problems,
    controls: [
      { name: 'a visitor of an unpublished bot', found: refused ? 1 : 0, of: 1 },
      { name: 'a chat moved without a proof', found: await noticesWrongMove(data, author.texts, history), of: 1 },
      ...(await plantFaults(data, history)),
    ],
  }
}

/** Texts of a release, question by question. */
type Texts = readonly string[]

/** An author who changes the releases of one bot, and expects each request to succeed. */
class Author {
  /** By release id. */
  readonly texts = new Map<string, Texts>()
  readonly publicIds: string[] = []
  readonly counts = { published: 0, promoted: 0, rolledBack: 0, moved: 0, stayed: 0, inUse: 0 }
  readonly #urls: readonly string[]
  readonly #random: () => number
  #botId = ''
  #environmentIds: readonly string[] = []
  #requests = 0

  constructor(urls: readonly string[], random: () => number) {
    this.#urls = urls
    this.#random = random
  }

  /** Creates the bot and publishes it in two environments. */
  async begin(): Promise<void> {
    const { workspaces } = await this.#call('GET', '/workspaces')
    const bot = { ...changingBot(publicId, textsFrom(0, 'first')), name: 'Changing' }
    this.#botId = (await this.#call('POST', '/bots', { workspaceId: workspaces[0].id, bot })).bot.id
    const { environment } = await this.#call('POST', this.#path('environments'), { name: 'staging' })
    this.#environmentIds = ['live', environment.id]
    this.publicIds.push(publicId, environment.publicId)
    for (const environmentId of this.#environmentIds) await this.#publish(textsFrom(0, 'first'), environmentId)
  }

  /** Changes what is current somewhere, and sometimes also moves chats. Returns the requests that failed. */
  async change(): Promise<string[]> {
    try {
      const environmentId = this.#environmentIds[Math.floor(this.#random() * 2)] as string
      const kind = this.#random()
      if (kind < 0.5) {
        const from = 1 + Math.floor(this.#random() * (questions - 1))
        await this.#publish(textsFrom(from, `v${this.texts.size}`), environmentId)
      } else await this.#deploy(environmentId, kind < 0.75)
      if (this.#random() < 0.7) await this.#move(environmentId)
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  }

  /** Unpublishes the bot; returns true if a visitor is then rejected. */
  async unpublished(say: () => Promise<{ status: number } | undefined> | undefined): Promise<boolean> {
    await this.#call('POST', this.#path('unpublish'))
    for (let tries = 0; tries <= questions; tries++) if ((await say())?.status === 404) return true
    return false
  }

  async #publish(texts: Texts, environmentId: string): Promise<void> {
    const { groups, edges } = changingBot(publicId, texts)
    await this.#call('PATCH', this.#path(''), { bot: { groups, edges } })
    await this.#call('POST', this.#path('publish'), { environmentId })
    const { releases } = await this.#call('GET', this.#path('releases?limit=1'))
    this.texts.set(releases[0].id, texts)
    this.counts.published += 1
  }

  /** Deploys the release before, or the one of the other environment. */
  async #deploy(environmentId: string, isBack: boolean): Promise<void> {
    const { environments } = await this.#call('GET', this.#path('environments'))
    const isThis = ({ id }: { id: string }) => id === environmentId
    const own = environments.find(isThis)
    const other = environments.find((environment: { id: string }) => !isThis(environment))
    const releaseId = (isBack && own.previousReleaseId) || other.releaseId
    await this.#call('POST', this.#path(`environments/${environmentId}/deploy`), { releaseId })
    this.counts[isBack ? 'rolledBack' : 'promoted'] += 1
  }

  async #move(environmentId: string): Promise<void> {
    const path = this.#path(`environments/${environmentId}/moveChats`)
    let cursor: string | null | undefined
    for (;;) {
      const page = await this.#call('POST', path, { limit: 20, ...(cursor && { cursor }) })
      cursor = page.nextCursor
      if (cursor) continue
      const stayed = page.totals.stayed.map(({ count }: { count: number }) => count)
      this.counts.moved += page.totals.moved
      this.counts.inUse += page.totals.inUse
      this.counts.stayed += stayed.reduce((sum: number, count: number) => sum + count, 0)
      return
    }
  }

  #path(of: string): string {
    return `/bots/${this.#botId}${of && `/${of}`}`
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  async #call(method: string, path: string, body?: object): Promise<any> {
    this.#requests += 1
    const url = `${this.#urls[this.#requests % this.#urls.length]}/api/v1${path}`
    const headers = { authorization: `Bearer ${adminToken}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

const textsFrom = (from: number, tag: string): Texts =>
  Array.from({ length: questions }, (_, index) => (index < from ? `Question ${index}` : `Question ${index} ${tag}`))

/**
 * One group for each question, with ids that derive from its text: a different text is a different group, and the earlier one is deleted.
 */
function changingBot(publicId: string, texts: Texts) {
  const at = { x: 0, y: 0 }
  const idOf = (text: string) => text.replaceAll(' ', '-')
  return {
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed0' }],
    variables: [{ id: 'v1', name: 'Name' }],
    edges: texts.map((text, index) => ({
      id: `ed${index}`,
      from: index === 0 ? { eventId: 'e1' } : { blockId: `in-${idOf(texts[index - 1] as string)}` },
      to: { groupId: idOf(text) },
    })),
    groups: texts.map((text, index) => ({
      id: idOf(text),
      title: text,
      graphCoordinates: at,
      blocks: [
        { id: `said-${idOf(text)}`, type: 'text', content: { richText: [{ type: 'p', children: [{ text }] }] } },
        {
          id: `in-${idOf(text)}`,
          type: 'text input',
          options: { variableId: 'v1' },
          ...(index + 1 < texts.length && { outgoingEdgeId: `ed${index + 1}` }),
        },
      ],
    })),
  }
}

/** All texts that a visitor read, from the first one on, must be those of the release on which the chat ended. */
async function checkTexts(
  data: InstanceData,
  texts: ReadonlyMap<string, Texts>,
  history: readonly Operation[],
): Promise<string[]> {
  const read = new Map<string, string[]>()
  for (const { sessionId, answer: response } of history) {
    if (sessionId === undefined || response === undefined) continue
    const { messages } = JSON.parse(response) as { messages: { content: { plainText: string } }[] }
    const said = messages.map(({ content }) => content.plainText)
    read.set(sessionId, [...(read.get(sessionId) ?? []), ...said])
  }
  const storage = await openStorageAt(data.storage)
  const problems: string[] = []
  for (const [id, said] of read) {
    const releaseId = (await storage.sessions.get(id))?.releaseId
    const expected = texts.get(releaseId ?? '')?.slice(0, said.length)
    if (expected?.join() !== said.join())
      problems.push(`Session ${id} received ${said}, but its release says ${expected}.`)
  }
  await storage.close()
  return problems
}

/** 1 if it is noticed that a chat is on a release with other texts. */
async function noticesWrongMove(
  data: InstanceData,
  texts: ReadonlyMap<string, Texts>,
  history: readonly Operation[],
): Promise<number> {
  const copy = await data.copyTo(`${data.folder}-moved`)
  const start = history.find(({ kind }) => kind === 'start')
  const other = [...texts].find(([, [first]]) => first !== undefined && !start?.answer?.includes(`"${first}"`))
  await copy.change(`UPDATE sessions SET release_id = '${other?.[0]}' WHERE id = '${start?.sessionId}'`)
  const ofSession = history.filter(({ sessionId }) => sessionId === start?.sessionId)
  return (await checkTexts(copy, texts, ofSession)).length > 0 ? 1 : 0
}
