import type { BotDocument } from '@colloquy/flow/operations'
import type { ConversationReplay, RecordedConversation, ReplayReport } from '@colloquy/prove'
import { createStore } from '../design/store.js'
import { type Answer, api } from '../service/api.js'
import { DraftSender } from '../workers/draft-updates.js'
import { startWorker } from '../workers/start-worker.js'
import { Releases, type Source } from './releases.js'
import type { ReplayOrder, ReplayReply } from './replay-orders.js'
import address from './replay-worker.ts?worker&url'

type Page = Answer<'listRecordings'>

/** A conversation that the worker has. */
interface Held {
  /** The release that it was held with. */
  releaseId: string
  beganAt: number | undefined
}

interface ReplayState {
  report: ReplayReport | undefined
  /** The report is of an earlier draft: another one is on its way. */
  isPending: boolean
  /** The panel with the report is open. */
  isOpen: boolean
  /** The conversation to compare. */
  shown: { id: string; replay: ConversationReplay | undefined } | undefined
}

/** Number of recent conversations to fetch with one request. */
const pageSize = 100
/** Maximum number of requests before the first report, and in total. */
const firstPages = 2
const maxPages = 10

/** Replays recorded conversations on the draft in a worker. Each is fetched once: some on opening, and the rest afterwards. */
export class Replays {
  readonly state = createStore<ReplayState>({
    report: undefined,
    isPending: false,
    isOpen: false,
    shown: undefined,
  })
  readonly #botId: string
  readonly #releases: Releases
  readonly #held = new Map<string, Held>()
  readonly #worker: Worker
  readonly #drafts = new DraftSender<Source>()
  #isBusy = false
  #next: Source | undefined
  /** The draft that was replayed last. */
  #latest: Source | undefined
  #isClosed = false

  private constructor(botId: string) {
    this.#botId = botId
    this.#releases = new Releases(botId)
    this.#worker = startWorker(address)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ReplayReply>) => this.#take(data))
  }

  /** Resolves to undefined if nobody has talked with the bot yet. */
  static async open(botId: string): Promise<Replays | undefined> {
    const first = await readPage(botId)
    if (first.recordings.length === 0) return undefined
    const replays = new Replays(botId)
    let cursor: string | null
    try {
      cursor = await replays.#add(first)
      for (let page = 1; page < firstPages && cursor !== null; page++)
        cursor = await replays.#add(await readPage(botId, cursor))
    } catch (error) {
      replays.close()
      throw error
    }
    // If the rest cannot be fetched, the report covers the first ones.
    replays.#addOthers(cursor).catch(() => undefined)
    return replays
  }

  /** Replays conversations on this draft. Of the drafts that arrive while it is busy, only the latest is replayed. */
  draft({ events, groups, edges, variables, theme, settings }: BotDocument): void {
    const named = { id: 'draft', botId: this.#botId, workspaceId: '' }
    this.#next = { events, groups, edges, variables, theme, settings, ...named } as Source
    this.state.set({ isPending: true })
    this.#advance()
  }

  show(id: string | undefined): void {
    this.state.set({ shown: id === undefined ? undefined : { id, replay: undefined } })
    if (id !== undefined) this.#send({ kind: 'conversation', id })
  }

  /** Returns the release with which a conversation was held. */
  releaseOf(id: string): Source | undefined {
    return this.#releases.get(this.#held.get(id)?.releaseId)
  }

  /** Returns the time at which a conversation began, in milliseconds since 1970; undefined if its turns are not recorded. */
  beganAt(id: string): number | undefined {
    return this.#held.get(id)?.beganAt
  }

  close(): void {
    this.#isClosed = true
    this.#worker.terminate()
  }

  /** Fetches page by page, so that the page's thread is never blocked for long. One report at the end covers all of them. */
  async #addOthers(first: string | null): Promise<void> {
    let cursor = first
    for (let page = firstPages; page < maxPages && cursor !== null && !this.#isClosed; page++) {
      cursor = await this.#add(await readPage(this.#botId, cursor))
    }
    if (first === null || this.#isClosed) return
    this.#next ??= this.#latest
    this.#advance()
  }

  /** Hands a page to the worker, with the releases that it needs. Returns the cursor of the next page; null after the last one. */
  async #add(page: Page): Promise<string | null> {
    const releases = await this.#releases.add(page)
    if (this.#isClosed) return null
    // Conversations with a release that is not available, or that does not fit, are omitted.
    const conversations = page.recordings.filter(({ releaseId }) => this.#releases.get(releaseId)).map(conversationOf)
    for (const { id, releaseId, turns } of conversations) this.#held.set(id, { releaseId, beganAt: turns[0]?.now })
    this.#send({ kind: 'more', conversations, releases })
    return page.nextCursor
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
      this.state.set({ report: reply.report, isPending: this.#next !== undefined })
      if (shown) this.#send({ kind: 'conversation', id: shown.id })
      this.#advance()
    } else if (shown?.id === reply.id) this.state.set({ shown: { id: reply.id, replay: reply.found } })
  }

  #send(order: ReplayOrder): void {
    this.#worker.postMessage(order)
  }
}

const readPage = (botId: string, cursor?: string): Promise<Page> =>
  api.listRecordings({ botId, limit: pageSize, ...(cursor && { cursor }) })

/** Session ids never leave the service. Ids that blocks create are derived from the result here, and are the same in both versions. */
function conversationOf({ resultId, ...recording }: Page['recordings'][number]): RecordedConversation {
  return { id: resultId, sessionId: resultId, resultId, ...recording }
}
