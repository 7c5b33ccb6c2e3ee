import type { ModelWire } from '@colloquy/flow/integrations'
import type { Send } from '@colloquy/ports/egress'
import { ChatReader } from './read-chat.js'
import { MessagesReader } from './read-messages.js'
import { ResponseReader } from './read-response.js'
import { sharedModel } from './shared-model.js'
import type { Endpoint, Wire } from './wire.js'

/** The packages require a key; `fetch` replaces it with that of the credentials. */
const apiKey = 'added-later'

/** Protocols whose services require a user message before the first one of the model. */
export const userFirst: { readonly [W in ModelWire]?: true } = { anthropic: true, mistral: true }

/** Protocols that only support streams. */
export const streamedOnly: ReadonlySet<ModelWire> = new Set(['dify'])

/** One entry per protocol. The packages are loaded with the first call. */
export const wires: { readonly [W in ModelWire]: (endpoint: Endpoint) => Promise<Wire> } = {
  openai: sharedModel(
    async ({ baseURL, model, isResponses, apiVersion }, fetch) => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const provider = createOpenAI({ apiKey, baseURL, fetch: withQuery(fetch, apiVersion) })
      return isResponses ? provider.responses(model) : provider.chat(model)
    },
    ({ isResponses }) => (isResponses ? new ResponseReader() : new ChatReader()),
  ),
  compatible: sharedModel(
    async ({ baseURL, model, schemaMode, hasStreamUsage, apiVersion }, fetch) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const supportsStructuredOutputs = schemaMode === 'schema'
      return createOpenAICompatible({
        name: 'provider',
        baseURL,
        fetch: withQuery(fetch, apiVersion),
        supportsStructuredOutputs,
        includeUsage: hasStreamUsage,
      }).chatModel(model)
    },
    () => new ChatReader(),
  ),
  anthropic: sharedModel(
    async ({ baseURL, model }, fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey, baseURL, fetch })(model)
    },
    () => new MessagesReader(),
  ),
  async dify({ baseURL, call }) {
    const { DifyReader, difyRequest } = await import('./read-dify.js')
    return {
      streamRequest: async (options) => difyRequest(baseURL, call, options),
      reader: () => new DifyReader(),
    }
  },
  mistral: sharedModel(
    async ({ baseURL, model }, fetch) => {
      const { createMistral } = await import('@ai-sdk/mistral')
      return createMistral({ apiKey, baseURL, fetch })(model)
    },
    () => new ChatReader(),
  ),
}

/** Gateways distinguish versions of a protocol by the query string. */
function withQuery(send: Send, apiVersion: string | undefined): Send {
  if (apiVersion === undefined) return send
  return (input, init) => {
    const url = new URL(String(input))
    url.searchParams.set('api-version', apiVersion)
    return send(url, init)
  }
}
