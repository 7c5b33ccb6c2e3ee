import { blockRegistry } from '@colloquy/blocks'
import { type Budgets, compile, defaultBudgets, type Program, type ProgramSource } from '@colloquy/engine'
import type { Comparison } from './classes.js'
import type { RecordedConversation } from './conversation.js'
import { type Baseline, baselineOf, type Replayed, replay } from './replay.js'
import { type ReplayReport, ReportBuilder } from './report.js'
import { sideBySide, type TurnPair } from './side-by-side.js'
import type { ReplayWorld } from './visitor.js'

export interface DraftReplaysOptions {
  conversations: readonly RecordedConversation[]
  /** Releases that the conversations were held with, and those of linked bots. */
  releases: readonly ProgramSource[]
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
  readonly #conversations: readonly RecordedConversation[]
  readonly #baselines: ReadonlyMap<string, Baseline>

  constructor({ conversations, releases, budgets = defaultBudgets, publicUrl }: DraftReplaysOptions) {
    const linked = new Map<string, Program>(releases.map((release) => [release.id, compile(release)]))
    this.#world = { blocks: blockRegistry, budgets, linked, ...(publicUrl && { publicUrl }) }
    this.#conversations = conversations
    const pairs = conversations.flatMap((conversation) => {
      const release = linked.get(conversation.releaseId)
      return release ? [[conversation.id, baselineOf(conversation, release, this.#world)] as const] : []
    })
    this.#baselines = new Map(pairs)
  }

  /** Conversations whose release is gone are reported as unrepeatable. */
  report(draft: ProgramSource): ReplayReport {
    const program = compile(draft)
    const builder = new ReportBuilder()
    for (const { id } of this.#conversations) builder.add(id, this.#replay(id, program))
    return builder.report()
  }

  /** Undefined for a conversation that is not among these. */
  conversation(id: string, draft: ProgramSource): ConversationReplay | undefined {
    if (!this.#conversations.some((one) => one.id === id)) return undefined
    const replayed = this.#replay(id, compile(draft))
    const baseline = this.#baselines.get(id)
    const { turns, session: _, ...comparison } = replayed
    return { comparison, turns: baseline ? sideBySide(baseline, replayed) : [] }
  }

  #replay(id: string, draft: Program): Replayed {
    const baseline = this.#baselines.get(id)
    return baseline ? replay(baseline, draft, this.#world) : { class: 'unknown', reason: 'unrepeatable', turns: [] }
  }
}
