import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import type { Send } from '@colloquy/ports/egress'
import type { Endpoint, Wire } from './wire.js'

/** What a model is made of: all that its requests have in common. */
export interface ModelPlace extends Pick<Endpoint, 'baseURL' | 'schemaMode' | 'hasStreamUsage'> {
  model: string
  apiVersion: string | undefined
  isResponses: boolean
}

/** Carries the number of a call through the library, to its own `send`. No request leaves with it. */
const callHeader = 'x-colloquy-call'

/** The least recently used ones go first. */
const mostModels = 32

/**
 * Makes each model once and not for each call: the schemas of its answers take a millisecond and 150 KB, which an open stream would hold.
 * Calls that share a model each have their own `send`.
 */
export function sharedModel(make: (place: ModelPlace, fetch: Send) => Promise<LanguageModelV3>) {
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

  function modelAt(place: ModelPlace): Promise<LanguageModelV3> {
    const key = JSON.stringify(Object.entries(place))
    const model = models.get(key) ?? make(place, fetch)
    models.delete(key)
    models.set(key, model)
    model.catch(() => models.delete(key))
    for (const oldest of models.keys()) {
      if (models.size <= mostModels) break
      models.delete(oldest)
    }
    return model
  }

  return async ({ send, call, ...endpoint }: Endpoint): Promise<Wire> => {
    const { model: name, apiVersion, responses } = call
    const model = await modelAt({ ...endpoint, model: name, apiVersion, isResponses: responses !== undefined })
    const asked =
      <Answer>(ask: (options: LanguageModelV3CallOptions) => PromiseLike<Answer>) =>
      async (options: LanguageModelV3CallOptions): Promise<Answer> => {
        calls += 1
        const id = String(calls)
        sends.set(id, send)
        try {
          return await ask({ ...options, headers: { ...options.headers, [callHeader]: id } })
        } finally {
          sends.delete(id)
        }
      }
    return {
      doGenerate: asked((options) => model.doGenerate(options)),
      doStream: asked((options) => model.doStream(options)),
    }
  }
}
