import type { Log } from '@colloquy/chat'
import type { HttpCall, HttpOutcome, VariableValue } from '@colloquy/engine'
import { compile, newSession, toStoredValue } from '@colloquy/engine'
import type { Flow } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import { newSessionId } from '../ids.js'
import type { Service } from '../service.js'
import { EffectJournal } from './effects.js'
import { newTurnBudget, step } from './step.js'
import { turnSeed } from './turn-record.js'

export interface TriedRequest {
  request: Pick<HttpCall, 'url' | 'method' | 'body'> | undefined
  answer: HttpOutcome | undefined
  logs: readonly Log[]
  /** What was saved from the answer, by the ids of variables. */
  saved: Record<string, VariableValue>
}

/**
 * Has one block of a draft call out as it would in a chat, from a flow that holds nothing else: what its author sees is what the
 * engine does. `variables` are the values that it begins with, by their ids.
 */
export async function tryRequest(
  service: Service,
  { bot, blockId, variables }: { bot: BotRow; blockId: string; variables: Record<string, unknown> },
): Promise<TriedRequest> {
  const program = compile({
    ...flowOf(JSON.parse(bot.flow) as Flow, blockId),
    id: `try-${bot.id}`,
    botId: bot.id,
    workspaceId: bot.workspaceId,
    theme: {},
    settings: {},
  })
  const session = newSession({ program, mode: 'preview' })
  for (const [id, value] of Object.entries(variables)) {
    if (session.frames[0] && program.variableById.has(id)) session.frames[0].variables[id] = toStoredValue(value)
  }
  const before = { ...session.frames[0]?.variables }
  let request: TriedRequest['request']
  let answer: TriedRequest['answer']
  const watched: Service = {
    ...service,
    performers: {
      ...service.performers,
      async http(asks, scope) {
        request = { url: asks.request.url, method: asks.request.method, body: asks.request.body }
        answer = await service.performers.http(asks, scope)
        return answer
      },
    },
  }
  const sessionId = newSessionId()
  const { workspaceId, id: botId } = bot
  const turn = await step(
    watched,
    { workspaceId, botId, sessionId, resultId: undefined, mode: 'preview', turn: 1, budget: newTurnBudget(service) },
    {
      session,
      event: {
        kind: 'start',
        now: service.now(),
        seed: turnSeed(service.secret, sessionId, 1),
        textFormat: 'richText',
      },
      programs: new Map([[program.id, program]]),
      journal: new EffectJournal(),
    },
  )
  const after = turn.session.frames[0]?.variables ?? {}
  const saved = Object.fromEntries(Object.entries(after).filter(([id, value]) => before[id] !== value))
  return { request, answer, logs: turn.logs, saved }
}

/** The flow with one block left, which the service and not the browser of a visitor runs. */
function flowOf(flow: Flow, blockId: string): Flow {
  const block = flow.groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === blockId) as
    | (Flow['groups'][number]['blocks'][number] & { options?: object })
    | undefined
  const alone = { ...block, outgoingEdgeId: undefined, options: { ...block?.options, isExecutedOnClient: false } }
  const graphCoordinates = { x: 0, y: 0 }
  return {
    events: [{ id: 'start', type: 'start', graphCoordinates, outgoingEdgeId: 'edge' }],
    edges: [{ id: 'edge', from: { eventId: 'start' }, to: { groupId: 'group' } }],
    groups: [{ id: 'group', title: '', graphCoordinates, blocks: [alone as Flow['groups'][number]['blocks'][number]] }],
    variables: flow.variables,
  }
}
