import type { Log } from '@colloquy/chat'
import type { HttpCall, HttpOutcome, VariableValue } from '@colloquy/engine'
import type { Flow } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import type { Service } from '../service.js'
import { flowOf } from '../stored-bots/flow-of.js'
import { flowWith, runAlone } from '../turns/run-alone.js'

export interface TriedRequest {
  request: Pick<HttpCall, 'url' | 'method' | 'body'> | undefined
  answer: HttpOutcome | undefined
  logs: readonly Log[]
  /** Values saved from the answer, by the ids of variables. */
  saved: Record<string, VariableValue>
}

/** Runs the request of one block of a draft as a chat would. `variables` are the initial values, by their ids. */
export async function tryRequest(
  service: Service,
  { bot, blockId, variables }: { bot: BotRow; blockId: string; variables: Record<string, unknown> },
): Promise<TriedRequest> {
  let request: TriedRequest['request']
  let answer: TriedRequest['answer']
  const watched: Service = {
    ...service,
    effectHandlers: {
      ...service.effectHandlers,
      async http(asks, scope) {
        request = { url: asks.request.url, method: asks.request.method, body: asks.request.body }
        answer = await service.effectHandlers.http(asks, scope)
        return answer
      },
    },
  }
  const { turns, saved } = await runAlone(watched, {
    bot,
    flow: aloneIn(flowOf(bot), blockId),
    variables,
  })
  return { request, answer, logs: turns.flatMap(({ logs }) => logs), saved }
}

/** Reduces the flow to one block, to be run by the service and not by a visitor's browser. */
function aloneIn(flow: Flow, blockId: string): Flow {
  const block = flow.groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === blockId) as
    | (Flow['groups'][number]['blocks'][number] & { options?: object })
    | undefined
  const alone = { ...block, outgoingEdgeId: undefined, options: { ...block?.options, isExecutedOnClient: false } }
  return flowWith(alone as Flow['groups'][number]['blocks'][number], flow)
}
