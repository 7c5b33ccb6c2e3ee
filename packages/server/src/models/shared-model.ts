import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { type Send, type Sent, sentBy } from '@colloquy/ports/egress'
import type { AnswerReader } from './answer-part.js'
import type { Endpoint, Wire } from './wire.js'

/** Settings of a model that all its requests have in common. */
export interface ModelTarget extends Omit<Endpoint, 'call'> {
  model: string
  apiVersion: string | undefined
  isResponses: boolean
}

/** Passes the number of a call through the library to its own `send`. Removed before the request is sent. */
const callHeader = 'x-colloquy-call'

/** Maximum number of models; the least recently used ones are dropped first. */
const maxModels = 32

/**
 * Creates each model once instead of for each call: the schemas of its answers take a millisecond and 150 KB. Calls that share a model each
 * have their own `send`.
 */
export function sharedModel(
  make: (target: ModelTarget, fetch: Send) => Promise<LanguageModelV3>,
  reader: (target: ModelTarget) => AnswerReader,
) {
  const models = new Map<string, Promise<LanguageModelV3>>()
  const sends = new Map<string, Send>()
  let calls = 0

  const fetch: Send = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    const send = sends.get(headers.get(callHeader) ?? '')
    if (!send) throw new Error('a request of a model belongs to no call.')
    headers.delete(callHeader)
    return send(input, { ...init, headers })
  }

  function modelAt(target: ModelTarget): Promise<LanguageModelV3> {
    const key = JSON.stringify(Object.entries(target))
    const model = models.get(key) ?? make(target, fetch)
    models.delete(key)
    models.set(key, model)
    model.catch(() => models.delete(key))
    for (const oldest of models.keys()) {
      if (models.size <= maxModels) break
      models.delete(oldest)
    }
    return model
  }

  async function sending<Answer>(
    send: Send,
    options: LanguageModelV3CallOptions,
    ask: (options: LanguageModelV3CallOptions) => PromiseLike<Answer>,
  ): Promise<Answer> {
    calls += 1
    const id = String(calls)
    sends.set(id, send)
    try {
      return await ask({ ...options, headers: { ...options.headers, [callHeader]: id } })
    } finally {
      sends.delete(id)
    }
  }

  return async ({ call, ...endpoint }: Endpoint): Promise<Wire> => {
    const target = { ...endpoint, model: call.model, apiVersion: call.apiVersion, isResponses: Boolean(call.responses) }
    const model = await modelAt(target)
    return {
      generate: (options, send) => sending(send, options, (given) => model.doGenerate(given)),
      streamRequest: (options) => asked((send) => sending(send, options, (given) => model.doStream(given))),
      reader: () => reader(target),
    }
  }
}

/** Captures the request that a library would send: its `send` throws, so nothing is sent. */
async function asked(start: (send: Send) => Promise<unknown>): Promise<Sent> {
  let sent: Sent | undefined
  const send: Send = async (input, init) => {
    sent = sentBy(input, init)
    throw new Error('only the request was wanted.')
  }
  const error = await start(send).catch((error: unknown) => error)
  if (!sent) throw error
  return sent
}
