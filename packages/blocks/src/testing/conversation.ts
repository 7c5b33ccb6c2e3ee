import type { ReplyMessage } from '@colloquy/chat'
import {
  advance,
  type CompiledFlow,
  compile,
  type Effect,
  type EffectOutcome,
  type Messaging,
  newSession,
  type Session,
  type Turn,
  type TurnError,
  type TurnEvent,
} from '@colloquy/engine'
import type { Flow, Settings, Theme } from '@colloquy/flow'
import { blockRegistry } from '../registry.js'
import { nativeOutcome } from './native-outcome.js'

/** A flow in the notation of tests: groups by name with their blocks; edges are `from` -> `to`. */
export interface TestFlow {
  groups: { id: string; title?: string; blocks: { id: string; type: string; [key: string]: unknown }[] }[]
  /** Edge id -> group id, or 'group/block'. The edge 'start' leaves the start event. */
  edges: Record<string, string>
  events?: { id: string; type: string; outgoingEdgeId?: string; options?: unknown }[]
  variables?: { id: string; name: string; value?: unknown; isSessionVariable?: boolean; attribute?: object }[]
  theme?: unknown
  settings?: unknown
}

export function compiledFlowOf(flow: TestFlow, id = 'release'): CompiledFlow {
  return compile({ ...documentOf(flow), id, botId: `bot-${id}`, workspaceId: 'workspace' })
}

/** The flow as it is stored, with its theme and settings. */
export function documentOf(flow: TestFlow): Flow & { theme: Theme; settings: Settings } {
  const at = { x: 0, y: 0 }
  const document = {
    events: [
      { id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'start' },
      ...(flow.events ?? []).map((event) => ({ graphCoordinates: at, ...event })),
    ],
    groups: flow.groups.map((group) => ({ title: group.id, graphCoordinates: at, ...group })),
    edges: Object.entries(flow.edges).map(([edgeId, to]) => {
      const [groupId, blockId] = to.split('/')
      return { id: edgeId, from: { eventId: 'start' }, to: { groupId, blockId } }
    }),
    variables: flow.variables ?? [],
    theme: flow.theme ?? {},
    settings: flow.settings ?? {},
  }
  return document as unknown as Flow & { theme: Theme; settings: Settings }
}

type Untimed<Event> = Omit<Event, 'now' | 'seed' | 'textFormat'> & object
type HandBackEvent = Extract<TurnEvent, { kind: 'handBack' }>

/** A conversation with a flow, in memory. The session passes through JSON after every turn, as it does in storage. */
export class Conversation {
  session: Session
  last!: Turn
  /** Effects that were requested, except for compiled flows. */
  readonly asked: Effect[] = []
  /** The block that requested each of them. */
  readonly askedBy: (string | undefined)[] = []
  private running: string | undefined
  private readonly pauses: boolean
  private readonly compiledFlows: Map<string, CompiledFlow>
  private readonly linked: Map<string, CompiledFlow>
  private readonly outcomes: (effect: Effect) => EffectOutcome | undefined

  constructor(
    flow: TestFlow,
    options: {
      mode?: 'live' | 'preview'
      linked?: CompiledFlow[]
      /** The contact in a messaging app. */
      messaging?: Messaging
      /** Outcomes of effects; scripts and patterns without an outcome run here. */
      outcomes?: (effect: Effect) => EffectOutcome | undefined
      /** True if a pause is always due. */
      pauses?: boolean
    } = {},
  ) {
    this.pauses = options.pauses ?? false
    this.outcomes = options.outcomes ?? (() => undefined)
    const compiledFlow = compiledFlowOf(flow)
    this.compiledFlows = new Map([[compiledFlow.id, compiledFlow]])
    this.linked = new Map([...(options.linked ?? []), compiledFlow].map((linked) => [linked.botId, linked]))
    this.session = newSession({
      compiledFlow,
      mode: options.mode ?? 'live',
      messaging: options.messaging,
      ...(options.mode === 'preview' ? {} : { resultId: 'result' }),
    })
  }

  start(event: Partial<Extract<TurnEvent, { kind: 'start' }>> = {}): this {
    return this.expectTurn({ kind: 'start', ...event })
  }

  user(message?: string | ReplyMessage, messaging?: Messaging): this {
    return this.expectTurn({
      kind: 'reply',
      message: typeof message === 'string' ? { type: 'text', text: message } : message,
      messaging,
    })
  }

  /** Messages of the last turn, as plain text. */
  get said(): string[] {
    return this.last.messages.map((message) =>
      'plainText' in message.content ? message.content.plainText : `[${message.type}]`,
    )
  }

  run(event: Untimed<TurnEvent> | Untimed<HandBackEvent>): Turn | TurnError {
    const full = { now: Date.UTC(2026, 0, 15, 12), seed: 1, textFormat: 'richText', ...event } as TurnEvent
    const turn = advance({
      sessionId: 'session',
      session: this.session,
      event: full,
      compiledFlows: this.compiledFlows,
      blocks: blockRegistry,
      isPauseDue: () => this.pauses,
      runs: ({ id }) => {
        this.running = id
      },
    })
    let step = turn.next()
    while (!step.done) step = turn.next(this.perform(step.value))
    return step.value
  }

  private perform(effect: Effect): EffectOutcome {
    if (effect.kind === 'pause') return { kind: 'pause' }
    if (effect.kind === 'program') {
      const compiledFlow = this.linked.get(effect.botId)
      if (compiledFlow) this.compiledFlows.set(compiledFlow.id, compiledFlow)
      return { kind: 'program', compiledFlow }
    }
    this.asked.push(effect)
    this.askedBy.push(this.running)
    const outcome = this.outcomes(effect) ?? nativeOutcome(effect)
    if (!outcome) throw new Error(`The test has no outcome for a ${effect.kind}.`)
    return outcome
  }

  private expectTurn(event: Parameters<Conversation['run']>[0]): this {
    const turn = this.run(event)
    if ('refused' in turn) throw new Error(`Refused: ${turn.refused.message}`)
    this.last = turn
    this.session = JSON.parse(JSON.stringify(turn.session)) as Session
    return this
  }
}

/** A text bubble. */
export function bubble(id: string, text: string, rest: object = {}) {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text }] }] }, ...rest }
}
