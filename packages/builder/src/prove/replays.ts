import type { BotDocument } from '@colloquy/flow/operations'
import type { ConversationReplay, DraftReplaysOptions, RecordedConversation, ReplayReport } from '@colloquy/prove'
import { createStore } from '../design/store.js'
import { type Answer, api } from '../service/api.js'
import type { ReplayOrder, ReplayReply } from './replay-orders.js'
import { startWorker } from './start-worker.js'

type Source = DraftReplaysOptions['releases'][number]

interface ReplayState {
  report: ReplayReport | undefined
  /** The panel with the report is open. */
  isOpen: boolean
  /** The conversation that is compared. */
  shown: { id: string; replay: ConversationReplay | undefined } | undefined
}

/** Conversations fetched with one request, and requests at most. */
const pageSize = 100
const mostPages = 2
/** Releases that they may have been held with. */
const mostReleases = 5

/** Replays recorded conversations on the draft in a worker. Fetches them once, when it is opened. */
export class Replays {
  readonly state = createStore<ReplayState>({ report: undefined, isOpen: false, shown: undefined })
  readonly #botId: string
  readonly #worker: Worker
  #isBusy = false
  #next: Source | undefined

  private constructor(botId: string, options: DraftReplaysOptions) {
    this.#botId = botId
    this.#worker = startWorker()
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ReplayReply>) => this.#take(data))
    this.#send({ kind: 'open', options })
  }

  /** Undefined where nobody has talked with the bot yet. */
  static async open(botId: string): Promise<Replays | undefined> {
    const conversations = await recordings(botId)
    if (conversations.length === 0) return undefined
    const ids = [...new Set(conversations.map(({ releaseId }) => releaseId))].slice(0, mostReleases)
    const releases = await Promise.all(ids.map((id) => releaseOf(botId, id)))
    return new Replays(botId, { conversations, releases })
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

  close(): void {
    this.#worker.terminate()
  }

  #advance(): void {
    if (this.#isBusy || !this.#next) return
    this.#isBusy = true
    this.#send({ kind: 'draft', draft: this.#next })
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

async function recordings(botId: string): Promise<RecordedConversation[]> {
  const found: RecordedConversation[] = []
  let cursor: string | null = ''
  for (let page = 0; page < mostPages && cursor !== null; page++) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const answer: Answer<'listRecordings'> = await api.listRecordings({ botId, limit: `${pageSize}${query}` })
    found.push(...answer.recordings.map(conversationOf))
    cursor = answer.nextCursor
  }
  return found
}

/** Ids of sessions stay with the service: ids that blocks make come from the result here, alike in both versions. */
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
