import {
  type CompiledFlow,
  compile,
  newSession,
  type Session,
  type Turn,
  type TurnEvent,
  toStoredValue,
  type VariableValue,
} from '@colloquy/engine'
import type { Flow, Settings } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import { EffectJournal, type TurnScope } from '../effects/effects.js'
import type { TurnBudget } from '../effects/turn-budget.js'
import { newSessionId } from '../ids.js'
import type { Service } from '../service.js'
import { runTurn, withTurnBudget } from './run-turn.js'
import { turnSeed } from './turn-record.js'

export interface Alone {
  bot: BotRow
  /** Begins with the block to run. */
  flow: Flow
  settings?: Settings
  /** Initial values, by the ids of variables. */
  variables: Record<string, unknown>
  /** Reply of a visitor to the block, if it asks. */
  reply?: string | undefined
  ownUrl?: string
  /** True if nothing may leave the service. */
  isDryRun?: boolean
}

/** Result of the run; `saved` are the variables that changed, by their ids. */
export interface RunAlone {
  turns: readonly Turn[]
  saved: Record<string, VariableValue>
}

/** Runs one block of a draft in a flow made for it, as a chat would: its author sees what the engine does. Nothing is stored. */
export async function runAlone(
  service: Service,
  { bot, flow, settings = {}, variables, reply, ownUrl, isDryRun }: Alone,
): Promise<RunAlone> {
  const { workspaceId, id: botId } = bot
  const compiledFlow = compile({ ...flow, id: `try-${botId}`, botId, workspaceId, theme: {}, settings })
  const session = newSession({ compiledFlow, mode: 'preview' })
  for (const [id, value] of Object.entries(variables)) {
    if (session.frames[0] && compiledFlow.variableById.has(id)) session.frames[0].variables[id] = toStoredValue(value)
  }
  const before = { ...session.frames[0]?.variables }
  const sessionId = newSessionId()
  const scope: Omit<TurnScope, 'turn' | 'budget'> = {
    workspaceId,
    botId,
    sessionId,
    resultId: undefined,
    mode: 'preview',
    madeFiles: [],
    ...(ownUrl && { ownUrl }),
    ...(isDryRun && { isDryRun }),
  }
  const take = (budget: TurnBudget, from: Session, turn: number, event: Happening) =>
    runTurn(
      service,
      { ...scope, budget, turn },
      {
        session: from,
        event: {
          ...event,
          now: service.now(),
          seed: turnSeed(service.secret, sessionId, turn),
          textFormat: 'richText',
        },
        compiledFlows: new Map<string, CompiledFlow>([[compiledFlow.id, compiledFlow]]),
        journal: new EffectJournal(),
      },
    )
  const turns = await withTurnBudget(service, async (budget) => {
    const first = await take(budget, session, 1, { kind: 'start' })
    if (reply === undefined || !first.input) return [first]
    const message = { type: 'text', text: reply } as const
    return [first, await take(budget, first.session, 2, { kind: 'reply', message })]
  })
  const after = turns.at(-1)?.session.frames[0]?.variables ?? {}
  return { turns, saved: Object.fromEntries(Object.entries(after).filter(([id, value]) => before[id] !== value)) }
}

type Happening = { kind: 'start' } | Pick<Extract<TurnEvent, { kind: 'reply' }>, 'kind' | 'message'>

const graphCoordinates = { x: 0, y: 0 }

/** Builds a flow that begins with a block; `more` are further groups, and the edges to them. */
export function flowWith(
  block: Flow['groups'][number]['blocks'][number],
  { variables }: Pick<Flow, 'variables'>,
  more: Partial<Pick<Flow, 'groups' | 'edges'>> = {},
): Flow {
  return {
    events: [{ id: 'start', type: 'start', graphCoordinates, outgoingEdgeId: 'try' }],
    edges: [{ id: 'try', from: { eventId: 'start' }, to: { groupId: 'try' } }, ...(more.edges ?? [])],
    groups: [{ id: 'try', title: '', graphCoordinates, blocks: [block] }, ...(more.groups ?? [])],
    variables,
  }
}
