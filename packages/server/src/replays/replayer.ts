import { blockRegistry } from '@colloquy/blocks'
import { type Budgets, type CompiledFlow, compile } from '@colloquy/engine'
import { withoutEffects } from '@colloquy/ports/threads'
import {
  baselineOf,
  type CompiledFlowChanges,
  changesBetween,
  type RecordedConversation,
  type Replayed,
  type ReplayReport,
  type ReplayWorld,
  ReportBuilder,
  releaseGone,
  replayChanges,
  type TrackedFlow,
  trackFlow,
} from '@colloquy/prove'
import type { ConversationTurns, ListedConversation, TurnBounds } from '@colloquy/storage'
import type { Recordings } from '@colloquy/storage/recordings'
import { compileStored, type FlowSource, parsedSource, releaseSource } from '../caches/compile-stored.js'
import { maxReleases, recordedConversation, recordedTurn, releaseIdsOf } from './stored-turns.js'

/** Settings that all replays of a service share, as plain data for a thread. */
export interface ReplaySettings {
  budgets: Budgets
  publicUrl: string | undefined
  /** Secret of the service, from which turns derive their random seeds. */
  secret: string
  bounds: TurnBounds
}

/** Conversations to replay on a draft. */
export interface ReplayOrder {
  workspaceId: string
  conversations: readonly ListedConversation[]
  /** Identifies the content of the draft. */
  draftKey: string
  /** May be absent if the same replayer received it last. */
  draft?: FlowSource
}

/** Reads recorded conversations and replays them, one after another; keeps compiled flows for the next ones. */
export class Replayer {
  readonly #recordings: Recordings
  readonly #settings: ReplaySettings
  readonly #releases = new Map<string, CompiledFlow>()
  /** The same releases, with the changes of the draft against them. */
  readonly #tracked = new Map<string, { release: TrackedFlow; changes: CompiledFlowChanges }>()
  /** Ids of releases that were looked up. */
  readonly #known = new Set<string>()
  #flowBytes = 0
  #workspaceId = ''
  readonly #world: ReplayWorld
  #draft: { key: string; compiledFlow: CompiledFlow } | undefined

  constructor(recordings: Recordings, settings: ReplaySettings) {
    this.#recordings = recordings
    this.#settings = settings
    const { budgets, publicUrl } = settings
    this.#world = { blocks: blockRegistry, budgets, linked: this.#releases, ...(publicUrl && { publicUrl }) }
  }

  /** Undefined when the draft has to be sent. */
  async report({
    workspaceId,
    conversations,
    draftKey,
    draft: source,
  }: ReplayOrder): Promise<ReplayReport | undefined> {
    if (source) {
      this.#draft = { key: draftKey, compiledFlow: compile(parsedSource(source)) }
      this.#tracked.clear()
    }
    if (this.#draft?.key !== draftKey) return undefined
    const { compiledFlow } = this.#draft
    const bySession = new Map(
      conversations.flatMap((one) =>
        one.session ? [[one.session.id, { ...one, session: one.session }] as const] : [],
      ),
    )
    if (this.#workspaceId !== workspaceId) this.#forget()
    this.#workspaceId = workspaceId
    const builder = new ReportBuilder()
    for await (const stored of this.#recordings.turns([...bySession.keys()], this.#settings.bounds)) {
      const listed = bySession.get(stored.sessionId)
      if (!listed) continue
      const conversation = this.#conversationOf(listed, stored)
      await this.#prepare(workspaceId, conversation)
      builder.add(conversation.id, this.#replay(conversation, compiledFlow))
    }
    return builder.report()
  }

  #conversationOf(
    { session, ...result }: Required<ListedConversation>,
    { turns, isIncomplete }: ConversationTurns,
  ): RecordedConversation {
    const { secret } = this.#settings
    const said = turns.flatMap((row) => recordedTurn(secret, row) ?? [])
    return recordedConversation(result, session, { turns: said, isIncomplete })
  }

  #replay(conversation: RecordedConversation, draft: CompiledFlow): Omit<Replayed, 'session'> {
    const found = this.#compared(conversation.releaseId, draft)
    if (!found) return releaseGone
    const { release, changes } = found
    return withoutEffects(() =>
      replayChanges(baselineOf(conversation, release, this.#world), draft, this.#world, changes),
    )
  }

  #compared(releaseId: string, draft: CompiledFlow) {
    const known = this.#tracked.get(releaseId)
    const compiledFlow = this.#releases.get(releaseId)
    if (known || !compiledFlow) return known
    const compared = { release: trackFlow(compiledFlow), changes: changesBetween(compiledFlow, draft) }
    this.#tracked.set(releaseId, compared)
    return compared
  }

  /** Loads the releases of a conversation. Releases that no longer exist or belong to another workspace are skipped. */
  async #prepare(workspaceId: string, conversation: RecordedConversation): Promise<void> {
    const ids = [...releaseIdsOf([conversation])].slice(0, maxReleases)
    if (ids.every((id) => this.#known.has(id))) return
    if (this.#known.size + ids.length > maxReleases || this.#flowBytes > maxFlowBytes) this.#forget()
    for (const id of ids) {
      if (this.#known.has(id)) continue
      this.#known.add(id)
      const release = await this.#recordings.release(id)
      if (release?.workspaceId !== workspaceId) continue
      this.#flowBytes += release.flow.length
      this.#releases.set(id, compileStored(releaseSource(release)))
    }
  }

  #forget(): void {
    this.#known.clear()
    this.#releases.clear()
    this.#tracked.clear()
    this.#flowBytes = 0
  }
}

/** Maximum characters of the flows that are kept; compiled, they take a few times as many bytes. */
const maxFlowBytes = 32_000_000
