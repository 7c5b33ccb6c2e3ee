import { type Fields, flag, mapping, number, rows, saveIn, text, texts } from '../../fields/fields.js'
import type { Action, ActionContext } from '../define.js'
import { action } from '../define.js'
import { addressOf, modelField, temperature, vision } from './chat-completion.js'
import { converse, failUnanswered, toolExits } from './converse.js'
import { messageOf, takesImages } from './messages.js'
import type { HostedTool, ModelCall } from './model-call.js'
import { modelList } from './model-lists.js'
import { functionFields, type GivenFunction, runnableTools } from './tools.js'

interface Given {
  readonly model: string
  readonly message: string
  readonly instructions?: string
  readonly responseIdVariableId?: string
  readonly fileSearchVectorStoreIds?: readonly string[]
  readonly fileSearchMaxNumResults?: number
  readonly fileSearchScoreThreshold?: number
  readonly webSearchEnabled?: boolean
  readonly codeInterpreterEnabled?: boolean
  readonly functions?: readonly GivenFunction[]
  readonly temperature?: number
  readonly vision?: boolean
  readonly responseMapping?: readonly { readonly item: 'Message' | 'Response ID'; readonly variableId: string }[]
  readonly baseUrl?: string
  readonly apiVersion?: string
}

/** "Ask Model" of the Responses API: the provider stores the conversation and has its own tools. */
export const askModel = ({ base }: { base: Fields }): Action =>
  action({
    base,
    options: {
      model: modelField(),
      message: text({ label: 'Message', isLong: true, isRequired: true }),
      instructions: text({ label: 'Instructions', isLong: true }),
      responseIdVariableId: {
        ...saveIn({ label: 'Response ID', help: 'A variable by which the model remembers what was said.' }),
        access: 'both',
      },
      fileSearchVectorStoreIds: texts({ label: 'Vector stores to search' }),
      fileSearchMaxNumResults: number({ label: 'Results of a search', min: 1, max: 50 }),
      fileSearchScoreThreshold: number({ label: 'Lowest score of a result', min: 0, max: 1 }),
      webSearchEnabled: flag({ label: 'Search the web' }),
      codeInterpreterEnabled: flag({ label: 'Run code of the model' }),
      functions: rows({ label: 'Functions', fields: functionFields }),
      temperature,
      vision,
      responseMapping: mapping(['Message', 'Response ID']),
    },
    lists: modelList(),
    streams: 'Message',
    asksModel: true,
    exits: toolExits,
    run: (given, context) => answer(given as Given, context),
  })

const maxCalls = 10

function* answer<E, N>(given: Given, context: ActionContext<E, N>): Generator<E, void, N> {
  const { message, instructions, functions = [], temperature, baseUrl, apiVersion, responseMapping = [] } = given
  const model = given.model.trim()
  const idVariable =
    responseMapping.find(({ item }) => item === 'Response ID')?.variableId ?? given.responseIdVariableId
  const known = context.value(idVariable)
  const tools = runnableTools(functions)
  const call: ModelCall = {
    model,
    messages: [messageOf('user', message, given.vision ?? takesImages(model))],
    responses: { ...(instructions !== undefined && { instructions }), hostedTools: hostedTools(given) },
    ...(temperature !== undefined && { temperature }),
    ...addressOf({ baseUrl, apiVersion }),
  }
  const following = typeof known === 'string' && known !== '' ? after(call, known) : call
  const said = yield* converse(following, tools, context, {
    maxCalls,
    keepsAllTexts: true,
    next: (before, { responseId }, results) => ({ ...after(before, responseId), messages: [results] }),
    recover({ cause }) {
      if (cause !== 'unknown-response' || following === call) return undefined
      context.note('the provider no longer knows the response that this one follows, so the model begins anew.')
      return call
    },
  })
  if (!said) return
  const hasFailed = failUnanswered(model, said, context)
  if (said.text !== '')
    for (const { item, variableId } of responseMapping) if (item === 'Message') context.save(variableId, said.text)
  const isFollowed = !hasFailed && said.toolCalls.length === 0
  if (isFollowed && said.responseId !== undefined) context.save(idVariable, said.responseId)
}

const after = (call: ModelCall, previousId: string | undefined): ModelCall => ({
  ...call,
  responses: { ...call.responses, ...(previousId !== undefined && { previousId }) },
})

function hostedTools(given: Given): HostedTool[] {
  const {
    fileSearchVectorStoreIds: vectorStoreIds = [],
    fileSearchMaxNumResults: maxResults,
    fileSearchScoreThreshold,
  } = given
  const isCount = maxResults !== undefined && Number.isInteger(maxResults) && maxResults >= 1 && maxResults <= 50
  const isScore =
    fileSearchScoreThreshold !== undefined && fileSearchScoreThreshold >= 0 && fileSearchScoreThreshold <= 1
  const fileSearch: HostedTool = {
    kind: 'file search',
    vectorStoreIds,
    ...(isCount && { maxResults }),
    ...(isScore && { scoreThreshold: fileSearchScoreThreshold }),
  }
  return [
    ...(vectorStoreIds.length > 0 ? [fileSearch] : []),
    ...(given.webSearchEnabled ? [{ kind: 'web search' } as const] : []),
    ...(given.codeInterpreterEnabled ? [{ kind: 'code interpreter' } as const] : []),
  ]
}
