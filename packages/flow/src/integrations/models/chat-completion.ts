import { type Fields, flag, list, mapping, number, text } from '../../fields/fields.js'
import type { Action, ActionContext } from '../define.js'
import { action } from '../define.js'
import { saveMapped } from '../save-mapped.js'
import { converse, failUnanswered, modelExits, toolExits } from './converse.js'
import { type GivenMessage, messages, messagesFrom, messagesWithoutSystem, takesImages } from './messages.js'
import type { ModelCall } from './model-call.js'
import { modelList } from './model-lists.js'
import { type GivenFunction, runnableTools, tools } from './tools.js'

const items = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens'] as const

const chat = { name: 'chat completion' }

export const temperature = number({
  label: 'Temperature',
  isAdvanced: true,
  help: 'Low values give steady answers, high ones varied answers. Unset: as the provider has it.',
  placeholder: '1',
  min: 0,
  max: 2,
})

/** The model option: with the service's list of models, or a fixed one if the service has no list. */
export const modelField = (values?: readonly string[]) =>
  list({ label: 'Model', ...(values ? { values } : { list: 'models' }), isRequired: true })

/** Overrides what is known of the model. */
export const vision = flag({
  label: 'Send images',
  help: 'Addresses of images in messages of the visitor are sent as images.',
  unset: { label: 'If the model is known to take them' },
  isAdvanced: true,
  isExtension: true,
})

/** "Create chat completion", for providers that have system messages among the others. */
export const createChatCompletion = ({
  base,
  hasTools = true,
  models,
  lists = modelList(),
}: ChatOptions = {}): Action =>
  action({
    ...(base && { base }),
    options: {
      model: modelField(models),
      messages,
      tools: hasTools ? tools : { ...tools, isHidden: true },
      temperature,
      vision,
      responseMapping: mapping(items),
    },
    ...(models === undefined && { lists }),
    streams: 'Message content',
    asksModel: true,
    family: chat,
    exits: hasTools ? toolExits : modelExits,
    *run({ tools = [], ...options }, context) {
      yield* complete({ ...options, tools: hasTools ? tools : [] }, context)
    },
  })

/** "Create Chat Message", where the system message is an option and the maximum length of the answer is required. */
export const createChatMessage = ({ lists = modelList() }: Pick<ChatOptions, 'lists'> = {}): Action =>
  action({
    options: {
      model: modelField(),
      systemMessage: text({ label: 'System message', isLong: true }),
      messages: messagesWithoutSystem,
      tools,
      temperature,
      vision,
      maxTokens: number({ label: 'Maximum tokens', help: 'The answer is cut at this length.', default: 4096, min: 1 }),
      responseMapping: mapping(['Message content'], { renamed: { 'Message Content': 'Message content' } }),
    },
    lists,
    streams: 'Message content',
    asksModel: true,
    family: { ...chat, systemOption: 'systemMessage' },
    exits: toolExits,
    run: complete,
  })

interface ChatOptions {
  base?: Fields
  /** True if the models of the provider can call functions. */
  hasTools?: boolean
  /** The models, if the service does not list them. */
  models?: readonly string[]
  lists?: NonNullable<Action['lists']>
}

interface Given {
  readonly model: string
  readonly systemMessage?: string
  readonly messages: readonly GivenMessage[]
  readonly tools?: readonly GivenFunction[]
  readonly temperature?: number
  readonly vision?: boolean
  readonly maxTokens?: number
  readonly responseMapping?: readonly { readonly item: (typeof items)[number]; readonly variableId: string }[]
  readonly baseUrl?: string
  readonly apiVersion?: string
}

/** Requests the next message, running tool calls on the way, and stores what the author mapped. */
export function* complete<E, N>(given: Given, context: ActionContext<E, N>): Generator<E, void, N> {
  const { systemMessage, tools = [], responseMapping, baseUrl, apiVersion, temperature, maxTokens } = given
  const model = given.model.trim()
  const hasConversation = given.messages.some(({ role }) => role === 'Conversation')
  const before = hasConversation ? yield* context.saidSoFar() : []
  const said = messagesFrom(given.messages, (id) => context.value(id), given.vision ?? takesImages(model), before)
  if (said.length === 0) return context.fail('all messages are empty, so the model was not asked.')
  const call: ModelCall = {
    model,
    messages: systemMessage === undefined ? said : [{ role: 'system', text: systemMessage }, ...said],
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...addressOf({ baseUrl, apiVersion }),
  }
  const answer = yield* converse(call, runnableTools(tools), context)
  if (!answer) return
  failUnanswered(model, answer, context)
  if (answer.text !== '' && answer.finish === 'length')
    context.note(`${model} reached the limit of tokens, and its answer is cut.`)
  const { inputTokens, outputTokens } = answer.usage
  const isCounted = inputTokens !== undefined || outputTokens !== undefined
  saveMapped(responseMapping, context.save, {
    'Message content': answer.text,
    'Prompt tokens': inputTokens,
    'Completion tokens': outputTokens,
    'Total tokens': isCounted ? (inputTokens ?? 0) + (outputTokens ?? 0) : undefined,
  })
}

/** The address that a block of an older version may set itself. */
export const addressOf = ({
  baseUrl,
  apiVersion,
}: {
  baseUrl?: string | undefined
  apiVersion?: string | undefined
}) => ({
  ...(baseUrl !== undefined && { baseUrl }),
  ...(apiVersion !== undefined && { apiVersion }),
})
