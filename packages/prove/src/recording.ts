import type { Log } from '@colloquy/chat'
import {
  type CompiledFlow,
  type ContactValues,
  type SaidTurn,
  type Session,
  type TranscriptEntry,
  type Turn,
  transcriptOf,
  type VariableValue,
} from '@colloquy/engine'
import type { RecordedConversation, RecordedTurn } from './conversation.js'
import type { EffectOwners } from './effect-answers.js'
import { isSaid, type Stop } from './replayed-turn.js'
import { type ReplayWorld, Visitor } from './visitor.js'

/** A reply that the visitor did not give, which replaces the one of this turn. */
export interface OtherReply {
  /** Index in the timeline. */
  turn: number
  text: string
}

/** One turn of a recording, computed again on the release of the conversation. */
export interface Moment {
  /** Index in the stored conversation; absent if another reply was given. */
  recordedAt?: number
  reply?: TranscriptEntry
  /** Messages of the bot. */
  entries: TranscriptEntry[]
  /** Ids of the blocks that were entered, and of the edges that were followed, in order. */
  path: readonly string[]
  edges: readonly string[]
  /** The block that waits for a reply. */
  awaits?: string
  isRejected: boolean
  /** Variables of all running bots whose values differ from the turn before. */
  variables: MomentVariable[]
  logs: readonly Log[]
  /** False if the stored messages differ. */
  isAgreed: boolean
  /** Number of effects with another request than was recorded, which get the recorded outcome of their block. */
  assumed: number
  /** Why nothing can be computed from here on. */
  stopped?: Stop
}

export interface MomentVariable {
  id: string
  name: string
  value: VariableValue
  /** The linked bot that it belongs to. */
  botId?: string
}

export interface Recording {
  moments: Moment[]
  /** The last turn with the state after it: where a preview continues. Absent if nothing could be computed. */
  last?: Turn
}

export interface RecordingOptions {
  /** Replies that replace recorded ones, each applied to the timeline that results from those before. */
  others?: readonly OtherReply[]
  /** Index of the last turn to compute. */
  until?: number
}

/**
 * Computes a conversation again on its release, turn by turn. After another reply, recorded replies follow as long as one was given to the
 * waiting block.
 */
export function recordingOf(
  conversation: RecordedConversation,
  release: CompiledFlow,
  world: ReplayWorld,
  { others = [], until = Number.POSITIVE_INFINITY }: RecordingOptions = {},
): Recording {
  let timeline = walk(conversation, release, world, (_, index) => index)
  for (const other of others) timeline = walkOtherwise(conversation, release, world, { before: timeline, other })
  const steps = timeline.steps.slice(0, until + 1)
  return { moments: steps.map(({ moment }) => moment), ...lastOf(steps) }
}

function lastOf(steps: readonly Step[]): { last?: Turn } {
  const last = steps.at(-1)?.ended
  return last ? { last } : {}
}

interface Step {
  /** The input of the step: a recorded turn, or one with another reply. */
  taken: RecordedTurn
  moment: Moment
  owners: EffectOwners
  /** The contact before the step, as it was recorded. */
  contact: ContactValues
  ended?: Turn
}

interface Timeline {
  steps: Step[]
}

/** Performs recorded turns for as long as `next` returns the index of one. */
function walk(
  conversation: RecordedConversation,
  release: CompiledFlow,
  world: ReplayWorld,
  next: (before: Step | undefined, index: number) => number | undefined,
): Timeline {
  const walker = new Walker(conversation, release, world)
  const steps: Step[] = []
  for (let index = 0; ; index++) {
    const before = steps.at(-1)
    const position = before?.moment.stopped ? undefined : next(before, index)
    const recorded = position === undefined ? undefined : conversation.turns[position]
    if (position === undefined || !recorded) return { steps }
    steps.push(walker.take(recorded, { position }))
  }
}

function walkOtherwise(
  conversation: RecordedConversation,
  release: CompiledFlow,
  world: ReplayWorld,
  { before, other }: { before: Timeline; other: OtherReply },
): Timeline {
  const replaced = before.steps[other.turn]
  if (!replaced || other.turn === 0) return before
  const walker = new Walker(conversation, release, world)
  const kept = before.steps.slice(0, other.turn).map(({ taken, moment, owners, contact }) => {
    return walker.take(taken, { position: moment.recordedAt, owners, contact })
  })
  const { record, now, seed } = replaced.taken
  const { textFormat, messaging, effects } = record
  const message = { type: 'text' as const, text: other.text }
  const taken = { record: { message, textFormat, messaging, effects }, now, seed }
  const steps = [...kept, walker.take(taken, { owners: replaced.owners, contact: replaced.contact })]
  // Recorded replies follow if one was given to the block that now waits, each once.
  const baseline = before.steps
  let from = other.turn
  for (;;) {
    const { moment } = steps.at(-1) as Step
    if (moment.stopped || moment.awaits === undefined) return { steps }
    const position = baseline.findIndex((step, index) => index >= from && step.moment.awaits === moment.awaits) + 1
    const following = position === 0 ? undefined : baseline[position]
    if (!following || following.moment.stopped) return { steps }
    const { recordedAt } = following.moment
    const { owners, contact } = following
    steps.push(walker.take(following.taken, { position: recordedAt, owners, contact }))
    from = position
  }
}

/** Runs turns on the release, and reports the changes of each. */
class Walker {
  readonly #visitor: Visitor
  readonly #release: CompiledFlow
  /** The block that was entered last. */
  #standsAt: string | undefined
  #values: ReadonlyMap<string, string> = new Map()
  #previous: SaidTurn | undefined

  constructor(conversation: RecordedConversation, release: CompiledFlow, world: ReplayWorld) {
    this.#visitor = new Visitor(release, conversation, world)
    this.#release = release
  }

  take(
    taken: RecordedTurn,
    {
      position,
      owners: before,
      contact = this.#visitor.contact,
    }: { position?: number | undefined; owners?: EffectOwners; contact?: ContactValues },
  ): Step {
    const { turn, owners, ended } = this.#visitor.take(taken, before, contact)
    const { message, streamed } = taken.record
    const said: SaidTurn = { ...ended, messages: turn.messages, message, ...(streamed && { streamed }) }
    const entries = transcriptOf([said], this.#previous)
    this.#previous = said
    const reply = entries[0]?.role === 'user' ? entries.shift() : undefined
    const stored = position === undefined || turn.stopped ? undefined : taken.said
    const moment: Moment = {
      ...(position !== undefined && { recordedAt: position }),
      ...(reply && { reply }),
      entries,
      path: turn.path,
      edges: this.#followed(turn.path, ended),
      ...(turn.awaits && { awaits: turn.awaits }),
      isRejected: turn.isRejected,
      variables: ended ? this.#changed(ended.session) : [],
      logs: ended?.logs ?? [],
      isAgreed: stored === undefined || isSaid(stored, turn.messages),
      assumed: turn.assumed,
      ...(turn.stopped && { stopped: turn.stopped }),
    }
    return { taken, moment, owners, contact, ...(ended && { ended }) }
  }

  /** The engine records edges of items; those of whole blocks and events follow from the path. */
  #followed(path: readonly string[], ended: Turn | undefined): string[] {
    const { blockById, edgeById, events } = this.#release
    const edges = new Set(ended?.visitedEdges.map(({ edgeId }) => edgeId))
    for (const id of path) {
      const before = this.#standsAt
      const from = before === undefined ? events[0] : blockById.get(before)?.block
      const edge = from?.outgoingEdgeId === undefined ? undefined : edgeById.get(from.outgoingEdgeId)
      const group = blockById.get(id)?.group
      if (
        edge &&
        group &&
        edge.to.groupId === group.id &&
        (before === undefined || blockById.get(before)?.group !== group)
      )
        edges.add(edge.id)
      this.#standsAt = id
    }
    return [...edges]
  }

  #changed({ frames }: Session): MomentVariable[] {
    const values = new Map<string, string>()
    const changed: MomentVariable[] = []
    for (const { programId, variables } of [...frames].reverse()) {
      const compiledFlow = this.#visitor.compiledFlow(programId)
      for (const [id, value] of Object.entries(variables)) {
        const key = `${programId} ${id}`
        const text = JSON.stringify(value)
        values.set(key, text)
        const name = compiledFlow?.variableById.get(id)?.name
        if (name === undefined || this.#values.get(key) === text) continue
        changed.push({
          id,
          name,
          value,
          ...(programId !== this.#release.id && compiledFlow && { botId: compiledFlow.botId }),
        })
      }
    }
    this.#values = values
    return changed
  }
}
