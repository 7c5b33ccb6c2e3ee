import { list, mapping, pairs, saveIn, text } from '../fields/fields.js'
import { get, post } from './calls.js'
import { type ActionContext, action, defineCredentials, defineIntegration, oneCall } from './define.js'
import { ask, failUnanswered, modelExits } from './models/converse.js'
import type { ModelCall } from './models/model-call.js'
import { at, itemsFrom, listAt, textAt } from './read.js'
import { saveMapped } from './save-mapped.js'

const newestFirst = (datasets: readonly unknown[]) =>
  [...datasets].sort((a, b) => Number(at(b, 'created_at') ?? 0) - Number(at(a, 'created_at') ?? 0))

export const dify = defineIntegration({
  type: 'dify-ai',
  label: 'Dify',
  icon: 'sparkles',
  logo: 'dify',
  description: 'Ask an agent or a knowledge base',
  keywords: 'ai, agent, knowledge, rag',
  credentials: defineCredentials({
    fields: {
      apiKey: {
        kind: 'secret',
        label: 'App API key',
        placeholder: 'app-…',
        help: 'In Dify, in the app, under API access.',
      },
      knowledgeApiKey: {
        kind: 'secret',
        label: 'Knowledge API key',
        placeholder: 'dataset-…',
        help: 'In Dify, under Knowledge, Service API.',
      },
      apiEndpoint: { kind: 'origin', label: 'API endpoint', placeholder: 'https://api.dify.ai' },
    },
    address: 'https://api.dify.ai',
    addressField: 'apiEndpoint',
    auth: { kind: 'header', name: 'Authorization', prefix: 'Bearer ', field: 'apiKey' },
    test: [get(['v1', 'parameters']), get(['v1', 'datasets'], { query: { limit: 1 }, key: 'knowledgeApiKey' })],
  }),
  models: 'dify',
  actions: {
    'Create Chat Message': action({
      options: {
        query: text({ label: 'Query', isLong: true, isRequired: true }),
        conversationVariableId: {
          ...saveIn({ label: 'Conversation ID', help: 'A variable by which the app remembers what was said.' }),
          access: 'both',
        },
        user: text({ label: 'User', default: 'colloquy' }),
        inputs: pairs(['key', 'Name'], ['value', 'Value'], { label: 'Inputs' }),
        responseMapping: mapping(['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens'], {
          renamed: { Answer: 'Message content', 'Total Tokens': 'Total tokens' },
        }),
      },
      streams: 'Message content',
      streamsNamedOnly: true,
      asksModel: true,
      exits: modelExits,
      run: askApp,
    }),
    'Query Knowledge Base': oneCall({
      options: {
        datasetId: list({ label: 'Knowledge base', list: 'datasets', isRequired: true }),
        query: text({ label: 'Query', isLong: true, isRequired: true }),
        responseMapping: mapping(['Retrieved chunks']),
      },
      lists: {
        datasets: {
          call: () => get(['v1', 'datasets'], { query: { limit: 100 }, key: 'knowledgeApiKey' }),
          read: (body) => itemsFrom(newestFirst(listAt(body, 'data')), 'id', 'name'),
        },
      },
      request: ({ datasetId, query }) =>
        post(['v1', 'datasets', datasetId, 'retrieve'], { json: { query }, key: 'knowledgeApiKey', seconds: 120 }),
      result: (body, { responseMapping }, { save }) => {
        const chunks = listAt(body, 'records').flatMap((record) => textAt(record, 'segment', 'content') ?? [])
        saveMapped(responseMapping, save, { 'Retrieved chunks': chunks })
      },
    }),
  },
})

interface Given {
  readonly query: string
  readonly user: string
  readonly conversationVariableId?: string
  readonly inputs?: readonly { readonly key: string; readonly value: string }[]
  readonly responseMapping?: readonly { readonly item: Item; readonly variableId: string }[]
}
type Item = 'Message content' | 'Total tokens' | 'Prompt tokens' | 'Completion tokens'

/** Asks the app; starts a new conversation if the app does not know the one in the variable. */
function* askApp<E, N>(given: Given, context: ActionContext<E, N>): Generator<E, void, N> {
  const { query, user, conversationVariableId, inputs = [], responseMapping } = given
  const known = context.value(conversationVariableId)
  const app = { inputs: Object.fromEntries(inputs.map(({ key, value }) => [key, value])), user }
  const first: ModelCall = { model: 'Dify', messages: [{ role: 'user', parts: [{ type: 'text', text: query }] }], app }
  const following =
    typeof known === 'string' && known !== '' ? { ...first, app: { ...app, conversationId: known } } : first
  const answer = yield* ask(following, context, ({ cause }) => {
    if (cause !== 'not-found' || following === first) return undefined
    context.note('the app does not know the conversation, so it begins a new one.')
    return first
  })
  if (!answer) return
  failUnanswered('the app', answer, context)
  const { inputTokens, outputTokens, totalTokens } = answer.usage
  const isCounted = inputTokens !== undefined || outputTokens !== undefined
  if (answer.responseId !== undefined) context.save(conversationVariableId, answer.responseId)
  saveMapped(responseMapping, context.save, {
    'Message content': answer.text,
    'Prompt tokens': inputTokens,
    'Completion tokens': outputTokens,
    'Total tokens': totalTokens ?? (isCounted ? (inputTokens ?? 0) + (outputTokens ?? 0) : undefined),
  })
}
