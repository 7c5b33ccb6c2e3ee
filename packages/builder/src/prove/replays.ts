import type { BotDocument } from '@colloquy/flow/operations'
import type { ConversationReplay, DraftReplaysOptions, RecordedConversation, ReplayReport } from '@colloquy/prove'
import { createStore } from '../design/store.js'
import { type Answer, api } from '../service/api.js'
import { DraftSender } from '../workers/draft-updates.js'
import { startWorker } from '../workers/start-worker.js'
import type { ReplayOrder, ReplayReply } from './replay-orders.js'
import address from './replay-worker.ts?worker&url'

type Source = DraftReplaysOptions['releases'][number]

interface ReplayState {
  report: ReplayReport | undefined
  /** The panel with the report is open. */
  isOpen: boolean
  /** The conversation to compare. */
  shown: { id: string; replay: ConversationReplay | undefined } | undefined
}

/** Number of recent conversations to fetch with one request. */
const pageSize = 100
/** Maximum number of requests before the first report, and in total. */
const firstPages = 2
const mostPages = 10
/** Maximum number of releases with which the conversations were held. */
const mostReleases = 5

/** Replays recorded conversations on the draft in a worker. Each is fetched once: some on opening, and the rest afterwards. */
export class Replays {
  readonly state = createStore<ReplayState>({ report: undefined, isOpen: false, shown: undefined })
  readonly #botId: string
  readonly #releases: ReadonlyMap<string, Source>
  /** Id of the release with which each conversation was held. */
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

  /** Resolves to undefined if nobody has talked with the bot yet. */
  static async open(botId: string): Promise<Replays | undefined> {
    const { conversations, cursor } = await recordings(botId, '', firstPages)
    if (conversations.length === 0) return undefined
    const ids = [...new Set(conversations.map(({ releaseId }) => releaseId))].slice(0, mostReleases)
    const releases = await Promise.all(ids.map((id) => releaseOf(botId, id)))
    const replays = new Replays(botId, { conversations, releases })
    // If the rest cannot be fetched, the report covers the first ones.
    replays.#addOthers(cursor).catch(() => undefined)
    return replays
  }

  /** Replays conversations on this draft. Of the drafts that arrive while it is busy, only the latest is replayed. */
  draft({ events, groups, edges, variables, theme, settings }: BotDocument): void {
    const named = { id: 'draft', botId: this.#botId, workspaceId: '' }
    this.#next = { events, groups, edges, variables, theme, settings, ...named } as Source
    this.#advance()
  }

  show(id: string | undefined): void {
    this.state.set({ shown: id === undefined ? undefined : { id, replay: undefined } })
    if (id !== undefined) this.#send({ kind: 'conversation', id })
  }

  /** Returns the release with which a conversation was held. */
  releaseOf(id: string): Source | undefined {
    return this.#releases.get(this.#heldWith.get(id) ?? '')
  }

  close(): void {
    this.#isClosed = true
    this.#worker.terminate()
  }

  /** Fetches page by page, so that the page's thread is never blocked for long. One report at the end covers all of them. */
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

/**
 * Fetches up to the given number of pages of recordings from a cursor. Returns them with the cursor of the next page; null after the last
 * one.
 */
async function recordings(botId: string, from: string, pages: number) {
  const conversations: RecordedConversation[] = []
  let cursor: string | null = from
  for (let page = 0; page < pages && cursor !== null; page++) {
    const answer: Answer<'listRecordings'> = await api.listRecordings({
      botId,
      limit: pageSize,
      ...(cursor && { cursor }),
    })
    conversations.push(...answer.recordings.map(conversationOf))
    cursor = answer.nextCursor
  }
  return { conversations, cursor }
}

/** Session ids never leave the service. Ids that blocks create are derived from the result here, and are the same in both versions. */
function conversationOf({
  resultId,
  ...recording
}: Answer<'listRecordings'>['recordings'][number]): RecordedConversation {
  return { id: resultId, sessionId: resultId, resultId, ...recording }
}

async function releaseOf(botId: string, releaseId: string): Promise<Source> {
  const { release } = await api.getRelease({ botId, releaseId })
  const { events, groups, edges, variables, theme, settings } = release
  return { id: releaseId, botId, workspaceId: '', events, groups, edges, variables, theme, settings } as Source
}
