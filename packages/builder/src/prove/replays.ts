import type { BotDocument } from '@colloquy/flow/operations'
import type { ConversationReplay, DraftReplaysOptions, RecordedConversation, ReplayReport } from '@colloquy/prove'
import { createStore } from '../design/store.js'
import { type Answer, request } from '../service/request.js'
import { DraftSender } from '../workers/draft-updates.js'
import { startWorker } from '../workers/start-worker.js'
import type { ReplayOrder, ReplayReply } from './replay-orders.js'
import address from './replay-worker.ts?worker&url'

type Source = DraftReplaysOptions['releases'][number]

interface ReplayState {
  report: ReplayReport | undefined
  /** The panel with the report is open. */
  isOpen: boolean
  /** The conversation that is compared. */
  shown: { id: string; replay: ConversationReplay | undefined } | undefined
}

/** Conversations fetched with one request, of the latest ones. */
const pageSize = 100
/** The most requests before the first report, and altogether. */
const firstPages = 2
const mostPages = 10
/** Releases that they may have been held with. */
const mostReleases = 5

/** Replays recorded conversations on the draft in a worker. Fetches them once: some when it is opened, and the others then. */
export class Replays {
  readonly state = createStore<ReplayState>({ report: undefined, isOpen: false, shown: undefined })
  readonly #botId: string
  readonly #releases: ReadonlyMap<string, Source>
  /** Of each conversation, the release that it was held with. */
  readonly #heldWith = new Map<string, string>()
  readonly #worker: Worker
  readonly #drafts = new DraftSender<Source>()
  #isBusy = false
  #next: Source | undefined
  /** The draft that was replayed last. */
  #latest: Source | undefined
  #isClosed = false

  private constructor(botId: string, options: DraftReplaysOptions) {
    this.#botId = botId
    this.#releases = new Map(options.releases.map((release) => [release.id, release]))
    this.#note(options.conversations)
    this.#worker = startWorker(address)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ReplayReply>) => this.#take(data))
    this.#send({ kind: 'open', options })
  }

  /** Undefined where nobody has talked with the bot yet. */
  static async open(botId: string): Promise<Replays | undefined> {
    const { conversations, cursor } = await recordings(botId, '', firstPages)
    if (conversations.length === 0) return undefined
    const ids = [...new Set(conversations.map(({ releaseId }) => releaseId))].slice(0, mostReleases)
    const releases = await Promise.all(ids.map((id) => releaseOf(botId, id)))
    const replays = new Replays(botId, { conversations, releases })
    // Without the others, the report is of the first ones.
    replays.#addOthers(cursor).catch(() => undefined)
    return replays
  }

  /** Replays on this draft; of drafts that come while it is busy, on the latest one. */
  draft({ events, groups, edges, variables, theme, settings }: BotDocument): void {
    const named = { id: 'draft', botId: this.#botId, workspaceId: '' }
    this.#next = { events, groups, edges, variables, theme, settings, ...named } as Source
    this.#advance()
  }

  show(id: string | undefined): void {
    this.state.set({ shown: id === undefined ? undefined : { id, replay: undefined } })
    if (id !== undefined) this.#send({ kind: 'conversation', id })
  }

  /** The release that a conversation was held with. */
  releaseOf(id: string): Source | undefined {
    return this.#releases.get(this.#heldWith.get(id) ?? '')
  }

  close(): void {
    this.#isClosed = true
    this.#worker.terminate()
  }

  /** Page by page, so that the thread of the page never works long. One report at the end has all of them. */
  async #addOthers(first: string | null): Promise<void> {
    let cursor = first
    for (let page = firstPages; page < mostPages && cursor !== null && !this.#isClosed; page++) {
      const read = await recordings(this.#botId, cursor, 1)
      cursor = read.cursor
      this.#note(read.conversations)
      this.#send({ kind: 'more', conversations: read.conversations })
    }
    if (first === null || this.#isClosed) return
    this.#next ??= this.#latest
    this.#advance()
  }

  #note(conversations: DraftReplaysOptions['conversations']): void {
    for (const { id, releaseId } of conversations) this.#heldWith.set(id, releaseId)
  }

  #advance(): void {
    if (this.#isBusy || !this.#next) return
    this.#isBusy = true
    this.#latest = this.#next
    this.#send({ kind: 'draft', update: this.#drafts.next(this.#next) })
    this.#next = undefined
  }

  #take(reply: ReplayReply): void {
    const { shown } = this.state.get()
    if (reply.kind === 'report') {
      this.#isBusy = false
      this.state.set({ report: reply.report })
      if (shown) this.#send({ kind: 'conversation', id: shown.id })
      this.#advance()
    } else if (shown?.id === reply.id) this.state.set({ shown: { id: reply.id, replay: reply.found } })
  }

  #send(order: ReplayOrder): void {
    this.#worker.postMessage(order)
  }
}

/** Up to so many pages of them from a cursor, and where the next page begins; null behind the last one. */
async function recordings(botId: string, from: string, pages: number) {
  const conversations: RecordedConversation[] = []
  let cursor: string | null = from
  for (let page = 0; page < pages && cursor !== null; page++) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const answer: Answer<'listRecordings'> = await request<'listRecordings'>(
      'GET',
      `bots/${botId}/recordings?limit=${pageSize}${query}`,
    )
    conversations.push(...answer.recordings.map(conversationOf))
    cursor = answer.nextCursor
  }
  return { conversations, cursor }
}

/** Ids of sessions stay with the service: ids that blocks make come from the result here, alike in both versions. */
function conversationOf({
  resultId,
  ...recording
}: Answer<'listRecordings'>['recordings'][number]): RecordedConversation {
  return { id: resultId, sessionId: resultId, resultId, ...recording }
}

async function releaseOf(botId: string, releaseId: string): Promise<Source> {
  const { release } = await request<'getRelease'>('GET', `bots/${botId}/releases/${releaseId}`)
  const { events, groups, edges, variables, theme, settings } = release
  return { id: releaseId, botId, workspaceId: '', events, groups, edges, variables, theme, settings } as Source
}
