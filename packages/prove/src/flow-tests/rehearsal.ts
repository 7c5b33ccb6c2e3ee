import {
  advance,
  type BlockRegistry,
  type Budgets,
  type CompiledFlow,
  type ContactValues,
  type Effect,
  type EffectOutcome,
  newSession,
  type SaidTurn,
  type Session,
  type Turn,
  type TurnEvent,
  transcriptOf,
  type VariableValue,
  valueIn,
} from '@colloquy/engine'
import { isCondition, sideId } from './sides.js'

/** Settings that all runs of one flow share. Linked bots by their own id. */
export interface TestWorld {
  blocks: BlockRegistry
  budgets: Budgets
  linked?: ReadonlyMap<string, CompiledFlow>
  publicUrl?: string
}

/** An effect that a turn requested, with the block that requested it. */
export interface AskedEffect {
  effect: Effect
  blockId: string | undefined
}

/** One turn of a rehearsal. */
export interface RehearsedTurn {
  /** Ids of the blocks that were entered, in order, including those of linked bots. */
  path: readonly string[]
  /** Sides of conditions that were taken. */
  sides: readonly string[]
  turn?: Turn
  asked: readonly AskedEffect[]
  /** Why the turn has no result: the flow rejected the reply, an effect has no answer, or a block threw. */
  stopped?: { reason: 'refused' | 'unanswered' | 'crashed'; message: string; blockId?: string | undefined }
}

export type EffectHandler = (effect: Effect, blockId: string | undefined) => EffectOutcome | undefined

const sessionId = 'test'
const messaging = { contact: { name: 'Ada', phoneNumber: '+4915000000000' } }

/** A conversation with a flow without external calls: `perform` answers all effects that the flow requests, or ends the run. */
export class Rehearsal {
  readonly #compiledFlows: Map<string, CompiledFlow>
  readonly #world: TestWorld
  readonly #main: CompiledFlow
  #session: Session
  #said: readonly SaidTurn[]
  /** The contact, which the turns change. */
  #contact: ContactValues

  constructor(
    compiledFlow: CompiledFlow,
    world: TestWorld,
    channel: 'web' | 'messaging' = 'web',
    contact: ContactValues = {},
  ) {
    this.#main = compiledFlow
    this.#world = world
    this.#compiledFlows = new Map([[compiledFlow.id, compiledFlow]])
    this.#said = []
    this.#contact = contact
    this.#session = newSession({
      compiledFlow,
      mode: 'live',
      resultId: 'test',
      ...(channel === 'messaging' && { messaging }),
    })
  }

  /** Continues from the same state, independently of this one: sessions are plain values, and a turn never changes one. */
  fork(): Rehearsal {
    const copy = new Rehearsal(this.#main, this.#world)
    for (const [id, compiledFlow] of this.#compiledFlows) copy.#compiledFlows.set(id, compiledFlow)
    copy.#session = this.#session
    copy.#said = this.#said
    copy.#contact = this.#contact
    return copy
  }

  get compiledFlow(): CompiledFlow {
    return this.#main
  }

  get session(): Session {
    return this.#session
  }

  /** The block that waits for a reply; undefined if the conversation is over. */
  get awaits(): string | undefined {
    return this.#session.ended ? undefined : this.#session.currentBlockId
  }

  /** The value of a variable of the bot at the bottom. */
  value(variableId: string): VariableValue | undefined {
    const frame = this.#session.frames.at(-1)
    return frame && valueIn(frame, this.#main, variableId)
  }

  take(
    event: Omit<Extract<TurnEvent, { kind: 'start' | 'reply' }>, 'textFormat'>,
    perform: EffectHandler,
  ): RehearsedTurn {
    const path: string[] = []
    const sides: string[] = []
    const asked: AskedEffect[] = []
    let blockId = this.#session.currentBlockId
    const { messaging } = this.#session
    try {
      const running = advance({
        sessionId,
        session: this.#session,
        event: { ...event, textFormat: 'richText', ...(messaging && { messaging }) } as TurnEvent,
        compiledFlows: this.#compiledFlows,
        blocks: this.#world.blocks,
        budgets: this.#world.budgets,
        ...(this.#world.publicUrl && { publicUrl: this.#world.publicUrl }),
        entered: ({ id }) => {
          blockId = id
          path.push(id)
        },
        decided: (block, itemId) => {
          if (isCondition(block.type)) sides.push(sideId(block.id, itemId))
        },
      })
      let step = running.next()
      while (!step.done) {
        const effect = step.value
        asked.push({ effect, blockId })
        const outcome = this.#own(effect) ?? perform(effect, blockId)
        if (!outcome)
          return { path, sides, asked, stopped: { reason: 'unanswered', message: describe(effect), blockId } }
        step = running.next(outcome)
      }
      if ('refused' in step.value) {
        return { path, sides, asked, stopped: { reason: 'refused', message: step.value.refused.message, blockId } }
      }
      this.#session = step.value.session
      if (step.value.contactChanges) this.#contact = { ...this.#contact, ...step.value.contactChanges }
      this.#said = [...this.#said, { ...step.value, message: event.message }]
      return { path, sides, asked, turn: step.value }
    } catch (error) {
      return { path, sides, asked, stopped: { reason: 'crashed', message: (error as Error).message, blockId } }
    }
  }

  /** Outcomes that come from the conversation itself. */
  #own(effect: Effect): EffectOutcome | undefined {
    if (effect.kind === 'transcript') return { kind: 'transcript', entries: transcriptOf(this.#said) }
    if (effect.kind === 'contact') {
      const values = effect.attributes.map((key) => [key, this.#contact[key] ?? null] as const)
      return { kind: 'contact', values: Object.fromEntries(values) }
    }
    if (effect.kind === 'person') return { kind: 'person', answer: 'not asked' }
    if (effect.kind !== 'program') return undefined
    const compiledFlow = effect.botId === this.#main.botId ? this.#main : this.#world.linked?.get(effect.botId)
    if (compiledFlow) this.#compiledFlows.set(compiledFlow.id, compiledFlow)
    // Without it, the chat continues behind the link, as it does for visitors.
    return { kind: 'program', compiledFlow }
  }
}

function describe(effect: Effect): string {
  switch (effect.kind) {
    case 'http':
      return `HTTP request ${effect.request.method} ${effect.request.url}`
    case 'script':
      return 'script'
    case 'program':
      return `linked bot ${effect.botId}`
    case 'mail':
      return `email to ${effect.draft.to.join(', ')}`
    case 'model':
      return 'language model'
    case 'knowledge':
      return 'search in a knowledge base'
    case 'request':
      return 'call of an integration'
    case 'mcp':
      return effect.request.ask === 'call' ? `tool ${effect.request.tool} of an MCP server` : 'tools of an MCP server'
    default:
      return effect.kind
  }
}
