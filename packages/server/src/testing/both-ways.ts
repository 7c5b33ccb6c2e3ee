import { blockRegistry } from '@colloquy/blocks'
import { documentOf, type TestFlow, type VisitorEvent } from '@colloquy/blocks/testing'
import { channels } from '@colloquy/channels'
import {
  advance,
  type CompiledFlow,
  compile,
  newSession,
  type SaidTurn,
  type Session,
  type Turn,
  type TurnError,
  type TurnEvent,
  transcriptOf,
} from '@colloquy/engine'
import { openPorts, type Ports } from '@colloquy/ports'
import type { EgressPort } from '@colloquy/ports/egress'
import { openFiles } from '@colloquy/ports/files'
import { openScripts, scriptLimitsOf } from '@colloquy/ports/scripts'
import { expect } from 'vitest'
import { CompiledFlowCache } from '../caches/compiled-flow-cache.js'
import { drive, type EffectHandlers, type TurnScope } from '../effects/effects.js'
import { TurnBudget } from '../effects/turn-budget.js'
import { Knowledge } from '../knowledge/knowledge.js'
import { defaultLimits } from '../limits/limits.js'
import { ToolClient } from '../mcp/tool-client.js'
import { ModelAccess } from '../models/model-access.js'
import { ModelBreaker } from '../models/model-breaker.js'
import { ModelBudget } from '../models/model-budget.js'
import { AccessTokens } from '../oauth/access-tokens.js'
import { TokenEndpoint } from '../oauth/token-endpoint.js'
import { createMetrics } from '../observability/metrics.js'
import { answerOf } from '../turns/answer.js'
import { createEffectHandlers } from '../turns/effect-handlers.js'
import { startAction, startActionLog } from '../turns/start-action.js'
import { turnSeed } from '../turns/turn-record.js'
import { type TestService, testService } from './test-service.js'
import { vaultOf } from './vault-of.js'

export type BothWays = Awaited<ReturnType<typeof bothWays>>

/**
 * Runs conversations over HTTP and, with the same inputs and effects, again in the engine alone. Requests to other hosts fail; scripts run
 * in the same sandbox both times.
 */
export async function bothWays() {
  const world = { now: Date.UTC(2026, 0, 15, 12), secret: '' }
  const ports = { egress: nowhere, scripts: openScripts({ limits: scriptLimitsOf(defaultLimits) }) }
  const service = await testService({}, { clock: () => world.now, ports })
  world.secret = await service.storage.settings.setIfAbsent('signing-key', 'none')
  const effectHandlers = await effectHandlersOf(service, ports)

  return {
    service,
    /** Publishes a flow with those that it links to, and runs a conversation with these events; throws when the two runs differ. */
    async hold(
      flow: TestFlow,
      options: { linked?: Record<string, TestFlow>; mode: 'live' | 'preview'; events: readonly VisitorEvent[] },
    ): Promise<Held> {
      const bots = await publishAll(service, { main: flow, ...options.linked })
      return new TwoSessions(service, effectHandlers, world, options.mode, bots).hold(options.events)
    },
    close: () => service.close(),
  }
}

export interface Held {
  /** Messages of each turn, as plain text. */
  said: string[][]
  sessionId: string
}

class TwoSessions {
  readonly #service: TestService
  readonly #effectHandlers: EffectHandlers
  readonly #world: { now: number; secret: string }
  readonly #mode: 'live' | 'preview'
  readonly #main: PublishedBot
  readonly #compiledFlows: Map<string, CompiledFlow>
  #sessionId = 'never-begun'
  #resultId: string | undefined
  #session: Session | undefined
  readonly #turns: { said: SaidTurn; turn: Turn; answer: string }[] = []

  constructor(
    service: TestService,
    effectHandlers: EffectHandlers,
    world: { now: number; secret: string },
    mode: 'live' | 'preview',
    bots: PublishedBot[],
  ) {
    this.#service = service
    this.#effectHandlers = effectHandlers
    this.#world = world
    this.#mode = mode
    this.#main = bots[0] as PublishedBot
    this.#compiledFlows = new Map(bots.map((bot) => [bot.id, compiledFlowOf(bot, mode)]))
  }

  async hold(events: readonly VisitorEvent[]): Promise<Held> {
    const [first, ...replies] = events as [VisitorEvent, ...VisitorEvent[]]
    await this.#start(first)
    if (this.#session) for (const reply of replies) await this.#reply(reply)
    await this.#compareStored()
    return {
      sessionId: this.#sessionId,
      said: this.#turns.map(({ turn }) =>
        turn.messages.map(({ type, content }) => ('plainText' in content ? content.plainText : `[${type}]`)),
      ),
    }
  }

  async #start(event: VisitorEvent): Promise<void> {
    this.#passTime()
    const { kind: _, ...body } = event as Extract<TurnEvent, { kind: 'start' }>
    const path = this.#mode === 'live' ? `${this.#main.publicId}/startChat` : `${this.#main.id}/preview/startChat`
    const answer = await this.#service.call('POST', `/api/v1/bots/${path}`, body)
    if (answer.status === 200) {
      this.#sessionId = answer.body.sessionId
      this.#resultId = (await this.#service.storage.sessions.get(this.#sessionId))?.resultId ?? undefined
    }
    const compiledFlow = this.#compiledFlows.get(this.#main.id) as CompiledFlow
    const openedBy = this.#mode === 'preview' ? (await this.#service.storage.users.first())?.id : undefined
    const begun = newSession({ compiledFlow, mode: this.#mode, resultId: this.#resultId, openedBy })
    const turn = await this.#advance(begun, event)
    if ('refused' in turn) return expect(answer.body.code).toBe(turn.refused.code)
    const { sessionId, resultId, bot, ...shown } = answer.body
    expect(shown).toEqual(plain(answerOf(withStartProps(turn, compiledFlow, this.#mode, event))))
    this.#keep(turn, event, answer.text)
  }

  async #reply(event: VisitorEvent): Promise<void> {
    this.#passTime()
    const { message } = event as Extract<TurnEvent, { kind: 'reply' }>
    const answer = await this.#service.call('POST', `/api/v1/sessions/${this.#sessionId}/continueChat`, { message })
    // The flow rests from here on: what the visitor writes waits for a person.
    if (this.#mode === 'live' && this.#turns.at(-1)?.turn.handOver)
      return expect(answer.text).toBe(JSON.stringify({ messages: [], heldBy: { by: 'queue' } }))
    const turn = await this.#advance(this.#session as Session, event)
    if ('refused' in turn) return expect(answer.body.code).toBe(turn.refused.code)
    expect(answer.text).toBe(JSON.stringify(answerOf(turn)))
    this.#keep(turn, event, answer.text)
  }

  #passTime(): void {
    this.#world.now += 1_000
  }

  async #advance(session: Session, event: VisitorEvent): Promise<Turn | TurnError> {
    const { now, secret } = this.#world
    const number = this.#turns.length + 1
    const seed = turnSeed(secret, this.#sessionId, number)
    const scope: TurnScope = {
      workspaceId: this.#service.workspaceId,
      botId: this.#main.id,
      sessionId: this.#sessionId,
      resultId: this.#resultId,
      mode: this.#mode,
      turn: number,
      budget: new TurnBudget(this.#service.config.limits),
    }
    const running = advance({
      sessionId: this.#sessionId,
      session,
      event: { ...event, now, seed, textFormat: 'richText' } as TurnEvent,
      compiledFlows: new Map([...this.#compiledFlows.values()].map((compiledFlow) => [compiledFlow.id, compiledFlow])),
      blocks: blockRegistry,
    })
    const effectHandlers: EffectHandlers = {
      ...this.#effectHandlers,
      program: async ({ botId }) => ({ compiledFlow: this.#compiledFlows.get(botId) }),
      transcript: async () => ({ entries: transcriptOf(this.#turns.map(({ said }) => said)) }),
    }
    return drive(running, scope, { effectHandlers })
  }

  #keep(turn: Turn, event: VisitorEvent, answer: string): void {
    const { message } = event as { message?: SaidTurn['message'] }
    const isHeard = event.kind === 'reply' || turn.answers.length > 0
    this.#turns.push({ said: { ...turn, ...(isHeard && { message }) }, turn, answer })
    this.#session = JSON.parse(JSON.stringify(turn.session)) as Session
  }

  /** Compares the stored data: the bytes of the answers, the session, and the results with their answers and logs. */
  async #compareStored(): Promise<void> {
    const { storage, workspaceId } = this.#service
    const stored = await storage.sessions.turns(this.#sessionId)
    expect(stored.map(({ answer }) => answer)).toEqual(this.#turns.map(({ answer }) => answer))
    const row = await storage.sessions.get(this.#sessionId)
    const storedBytes = stored.map(({ request, answer }) => Buffer.byteLength(request) + Buffer.byteLength(answer))
    expect(row && JSON.parse(row.state)).toEqual(
      this.#session && { ...this.#session, storedBytes: storedBytes.reduce((sum, bytes) => sum + bytes, 0) },
    )
    const turns = this.#turns.map(({ turn }) => turn)
    const results = new Map(turns.flatMap((turn) => turn.results.map((result) => [result.resultId, result])))
    for (const { resultId, botId, variables } of results.values()) {
      const result = await storage.results.get(workspaceId, botId, resultId)
      const all = turns.flatMap((turn) => turn.results).filter((it) => it.resultId === resultId)
      expect(result && { ...result, variables: JSON.parse(result.variables) }).toMatchObject({
        hasStarted: all.some(({ hasStarted }) => hasStarted),
        isCompleted: all.some(({ isCompleted }) => isCompleted),
        variables: plain(variables),
      })
      const answers = turns.flatMap((turn) => turn.answers).filter((it) => it.resultId === resultId)
      expect((await storage.results.answers([resultId])).map(({ content }) => content)).toEqual(
        answers.map(({ content }) => content),
      )
    }
  }
}

interface PublishedBot {
  id: string
  publicId: string
  releaseId: string
  document: ReturnType<typeof documentOf>
}

/** The service assigns the ids of bots, so flows refer to each other by their names in the test until the ids are known. */
async function publishAll(service: TestService, flows: Record<string, TestFlow>): Promise<PublishedBot[]> {
  const ids = new Map<string, string>()
  for (const name of Object.keys(flows)) {
    const made = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot: {} })
    ids.set(name, made.body.bot.id)
  }
  const published: PublishedBot[] = []
  for (const [name, flow] of Object.entries(flows)) {
    const id = ids.get(name) as string
    // Random flows contain errors, and their settings may make these block publishing.
    let text = JSON.stringify(documentOf(flow), (key, value) => (key === 'publishing' ? undefined : value))
    for (const [other, otherId] of ids) text = text.replaceAll(`"${other}"`, `"${otherId}"`)
    const saved = await service.call('PATCH', `/api/v1/bots/${id}`, `{"bot":${text}}`)
    expect(saved.status, saved.text).toBe(200)
    await service.call('POST', `/api/v1/bots/${id}/publish`)
    const row = await service.storage.bots.find(id)
    const { groups, events, edges, variables, theme, settings } = saved.body.bot
    published.push({
      id,
      publicId: row?.publicId as string,
      releaseId: row?.publishedReleaseId as string,
      document: { groups, events, edges, variables, theme, settings },
    })
  }
  return published
}

function compiledFlowOf({ id, releaseId, document }: PublishedBot, mode: 'live' | 'preview'): CompiledFlow {
  return compile({ ...document, id: mode === 'live' ? releaseId : `draft-${id}`, botId: id, workspaceId: '' })
}

function withStartProps(turn: Turn, compiledFlow: CompiledFlow, mode: 'live' | 'preview', event: VisitorEvent): Turn {
  const isRegistering = 'isOnlyRegistering' in event && event.isOnlyRegistering === true
  const action = mode === 'live' && !isRegistering ? startAction(compiledFlow) : undefined
  const log = mode === 'preview' ? startActionLog(compiledFlow) : undefined
  return {
    ...turn,
    clientSideActions: action ? [action, ...turn.clientSideActions] : turn.clientSideActions,
    logs: log ? [...turn.logs, log] : turn.logs,
  }
}

async function effectHandlersOf(service: TestService, own: Pick<Ports, 'egress' | 'scripts'>): Promise<EffectHandlers> {
  const { storage, config } = service
  const ports = {
    ...openPorts(config, { loopGuard: 'x', channels, log: () => undefined, limitReached: () => undefined }),
    ...own,
  }
  const vault = await vaultOf(service)
  const metrics = createMetrics()
  const endpoint = new TokenEndpoint(ports, config.oauth, Date.now)
  const modelBudget = new ModelBudget({
    storage,
    prices: undefined,
    ceilings: undefined,
    now: Date.now,
    onNear: () => undefined,
  })
  const report = () => undefined
  const { limits } = config
  const models = { vault, limits, now: Date.now, budget: modelBudget, limitReached: report, report }
  const modelAccess = new ModelAccess({ storage, hosts: undefined, ownHosts: [] })
  const services = { ...ports, addresses: config.serviceAddresses, modelAccess }
  const knowledge = new Knowledge({ ...models, storage, ports: services })
  const sources = { store: storage.credentials, vault, endpoint, config: config.oauth }
  return createEffectHandlers({
    storage,
    compiledFlows: new CompiledFlowCache(storage, { maxBytes: config.limits.compiledFlowBytes }),
    config,
    ports,
    services,
    vault,
    files: openFiles(config),
    metrics,
    oauthTokens: new AccessTokens({ ...sources, metrics, now: Date.now }),
    mcpClient: new ToolClient({ egress: ports.egress, limits: config.limits }),
    modelBudget,
    modelBreaker: new ModelBreaker(),
    knowledge,
    now: Date.now,
  })
}

/** An egress port that fails every request. */
const nowhere: EgressPort = {
  send: async () => ({ kind: 'failed', reason: 'nobody answers' }),
  open: async () => ({ kind: 'failed', reason: 'nobody answers' }),
  close: async () => undefined,
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
