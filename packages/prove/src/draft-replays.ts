import { blockRegistry } from '@colloquy/blocks'
import { type Budgets, type CompiledFlow, compile, defaultBudgets, type FlowSource } from '@colloquy/engine'
import type { Comparison } from './classes.js'
import type { RecordedConversation } from './conversation.js'
import { type Baseline, baselineOf, type Replayed, replay, replayChanges } from './replay.js'
import { type ReplayReport, ReportBuilder } from './report.js'
import { sideBySide, type TurnPair } from './side-by-side.js'
import { type CompiledFlowChanges, changesBetween, type TrackedFlow, trackFlow } from './tracked-flow.js'
import type { ReplayWorld } from './visitor.js'

export interface DraftReplaysOptions {
  conversations: readonly RecordedConversation[]
  /** Releases that the conversations were held with, and those of linked bots. */
  releases: readonly FlowSource[]
  budgets?: Budgets
  publicUrl?: string
}

/** One conversation on the draft, with both transcripts. */
export interface ConversationReplay {
  comparison: Comparison
  turns: TurnPair[]
}

/** Replays the same conversations on one draft after another. What they were on their own releases is found once. */
export class DraftReplays {
  readonly #world: ReplayWorld
  readonly #releases = new Map<string, CompiledFlow>()
  readonly #conversations: RecordedConversation[] = []
  readonly #tracked = new Map<string, TrackedFlow>()
  readonly #baselines = new Map<string, Baseline>()

  constructor({ conversations, releases, budgets = defaultBudgets, publicUrl }: DraftReplaysOptions) {
    this.#world = { blocks: blockRegistry, budgets, linked: this.#releases, ...(publicUrl && { publicUrl }) }
    this.add(conversations, releases)
  }

  /** Further conversations for the next report, and releases that those before did not need. */
  add(conversations: readonly RecordedConversation[], releases: readonly FlowSource[] = []): void {
    for (const release of releases) {
      const compiledFlow = compile(release)
      this.#releases.set(release.id, compiledFlow)
      this.#tracked.set(release.id, trackFlow(compiledFlow))
    }
    for (const conversation of conversations) {
      this.#conversations.push(conversation)
      const release = this.#tracked.get(conversation.releaseId)
      if (release) this.#baselines.set(conversation.id, baselineOf(conversation, release, this.#world))
    }
  }

  /** Conversations whose release is not among the given ones are unknown. */
  report(draft: FlowSource): ReplayReport {
    const compiledFlow = compile(draft)
    const builder = new ReportBuilder()
    const changes = new Map<string, CompiledFlowChanges>()
    for (const { id, releaseId } of this.#conversations) {
      const baseline = this.#baselines.get(id)
      const release = this.#releases.get(releaseId)
      if (!baseline || !release) {
        builder.add(id, releaseGone)
        continue
      }
      const between = changes.get(releaseId) ?? changesBetween(release, compiledFlow)
      changes.set(releaseId, between)
      builder.add(id, replayChanges(baseline, compiledFlow, this.#world, between))
    }
    return builder.report()
  }

  /** Undefined for a conversation that is not among these. */
  conversation(id: string, draft: FlowSource): ConversationReplay | undefined {
    if (!this.#conversations.some((one) => one.id === id)) return undefined
    const baseline = this.#baselines.get(id)
    const compiledFlow = compile(draft)
    const replayed = baseline ? replay(baseline, compiledFlow, this.#world) : releaseGone
    const { turns, session: _, ...comparison } = replayed
    return { comparison, turns: baseline ? sideBySide(baseline, replayed, compiledFlow) : [] }
  }
}

/** Of a conversation whose release is not available. */
export const releaseGone: Replayed = { class: 'unknown', reason: 'release', turns: [] }
