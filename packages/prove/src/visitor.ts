import {
  advance,
  type BlockRegistry,
  type Budgets,
  type CompiledFlow,
  type ContactValues,
  newSession,
  type SaidTurn,
  type Session,
  type Turn,
  type TurnError,
  type TurnEvent,
} from '@colloquy/engine'
import type { RecordedConversation, RecordedTurn } from './conversation.js'
import { EffectAnswers, type EffectOwners, type LinkedFlows } from './effect-answers.js'
import type { ReplayedTurn, Stop } from './replayed-turn.js'

/** Settings that all replays share. */
export interface ReplayWorld {
  blocks: BlockRegistry
  budgets: Budgets
  linked: LinkedFlows
  publicUrl?: string
}

/** Leads one recorded visitor through a flow, turn by turn. */
export class Visitor {
  readonly #compiledFlows: Map<string, CompiledFlow>
  readonly #conversation: RecordedConversation
  readonly #world: ReplayWorld
  readonly #said: SaidTurn[] = []
  #session: Session
  #contact: ContactValues = {}

  constructor(compiledFlow: CompiledFlow, conversation: RecordedConversation, world: ReplayWorld) {
    this.#compiledFlows = new Map([[compiledFlow.id, compiledFlow]])
    this.#conversation = conversation
    this.#world = world
    const first = conversation.turns[0]?.record
    this.#session = newSession({
      compiledFlow,
      mode: 'live',
      resultId: conversation.resultId,
      isStreamEnabled: first?.start?.isStreamEnabled,
      isProgressEnabled: first?.start?.isProgressBarEnabled,
      messaging: first?.messaging,
    })
  }

  /** The state after the last turn. */
  get session(): Session {
    return this.#session
  }

  /** The attributes of the contact that are known after the last turn. */
  get contact(): ContactValues {
    return this.#contact
  }

  /** Messages so far. */
  get said(): readonly SaidTurn[] {
    return this.#said
  }

  /** Moves the visitor to the state after these turns, without performing them. */
  standAt(session: Session, said: readonly SaidTurn[], contact: ContactValues): void {
    this.#session = session
    this.#contact = contact
    this.#said.splice(0, this.#said.length, ...said)
  }

  /** A compiled flow that has run so far. */
  compiledFlow(id: string): CompiledFlow | undefined {
    return this.#compiledFlows.get(id)
  }

  /**
   * `before`: the blocks that requested the recorded effects of this turn on the release, and `contact` before it there. `ended` is the complete turn, absent for one that
   * stopped; after a stop, no turn may follow.
   */
  take(
    turn: RecordedTurn,
    before: EffectOwners | undefined,
    contact?: ContactValues,
  ): { turn: ReplayedTurn; owners: EffectOwners; readsBeyond: boolean; ended?: Turn } {
    const { record } = turn
    const answers = new EffectAnswers({
      recorded: record.effects ?? [],
      linked: this.#world.linked,
      said: this.#said,
      before,
      contacts: { current: this.#contact, released: before && (contact ?? {}) },
    })
    const path: string[] = []
    let blockId = this.#session.currentBlockId
    const running = advance({
      sessionId: this.#conversation.sessionId,
      session: this.#session,
      event: eventOf(turn, turn === this.#conversation.turns[0]),
      compiledFlows: this.#compiledFlows,
      blocks: this.#world.blocks,
      budgets: this.#world.budgets,
      publicUrl: this.#world.publicUrl,
      entered: ({ id }) => {
        blockId = id
        path.push(id)
      },
    })
    let step = running.next()
    while (!step.done) {
      const answered = answers.answer(step.value, blockId)
      if ('stop' in answered) {
        const { owners, readsBeyond, assumed } = answers
        return { turn: stoppedTurn(this.#session, path, answered.stop, assumed), owners, readsBeyond }
      }
      const { outcome } = answered
      if (outcome.kind === 'program' && outcome.compiledFlow)
        this.#compiledFlows.set(outcome.compiledFlow.id, outcome.compiledFlow)
      if (outcome.kind === 'contact') this.#contact = { ...this.#contact, ...outcome.values }
      step = running.next(outcome)
    }
    const replayed = this.#ended(step.value, record, path, answers)
    const { owners, readsBeyond } = answers
    return { turn: replayed, owners, readsBeyond, ...(!('refused' in step.value) && { ended: step.value }) }
  }

  #ended(
    turn: Turn | TurnError,
    { message, people }: RecordedTurn['record'],
    path: string[],
    { assumed }: EffectAnswers,
  ): ReplayedTurn {
    if ('refused' in turn) {
      return stoppedTurn(this.#session, path, { reason: 'refused', message: turn.refused.message }, assumed)
    }
    this.#session = turn.session
    if (turn.contactChanges) this.#contact = { ...this.#contact, ...turn.contactChanges }
    const { messages, streamed, lastMessageNewFormat, input, clientSideActions } = turn
    const said = { message, ...(people !== undefined && { people }) }
    this.#said.push({ ...said, messages, streamed, lastMessageNewFormat, input, clientSideActions })
    return {
      path,
      visitedEdges: turn.visitedEdges,
      messages: turn.messages,
      input: turn.input,
      awaits: turn.session.ended ? undefined : (turn.session.currentBlockId ?? ''),
      isRejected: turn.invalidReplies.length > 0,
      errors: turn.logs.filter(isError).map(({ description, context }) => `${description} ${context ?? ''}`),
      variables: turn.session.frames.map(({ variables }) => variables),
      assumed,
    }
  }
}

function isError({ status }: Turn['logs'][number]): boolean {
  return status === undefined || status === 'error'
}

function stoppedTurn(session: Session, path: string[], stopped: Stop, assumed: number): ReplayedTurn {
  return {
    path,
    messages: [],
    awaits: session.currentBlockId,
    isRejected: false,
    errors: [],
    variables: session.frames.map(({ variables }) => variables),
    assumed,
    stopped,
  }
}

function eventOf(turn: RecordedTurn, isFirst: boolean): TurnEvent {
  const { record, now } = turn
  const { message, start, messaging, people } = record
  const textFormat: TurnEvent['textFormat'] = (isFirst ? start?.textFormat : record.textFormat) ?? 'richText'
  // A seed may take long to find, and most turns need none.
  const common = { now, seed: () => turn.seed, textFormat, messaging, ...(people !== undefined && { people }) }
  if (record.handBack) return { kind: 'handBack', ...record.handBack, ...common }
  if (record.isGenerated) return { kind: 'stream', ...common }
  // A client that followed a text confirms it with a reply, which is stored as the text.
  const { streamed } = record
  if (!isFirst && streamed !== undefined) return { kind: 'reply', message: { type: 'text', text: streamed }, ...common }
  if (!isFirst) return { kind: 'reply', message, ...common }
  return {
    kind: 'start',
    message: message ?? start?.message,
    startFrom: start?.startFrom,
    isOnlyRegistering: start?.isOnlyRegistering,
    prefilledVariables: start?.prefilledVariables,
    ...common,
  }
}
