import type { BlockContext, BlockRuntime, Effectful, Outcome } from '@colloquy/engine'
import { type BlockOf, fillAddress } from '@colloquy/flow'
import { legacyDefaultModel } from '@colloquy/flow/blocks'
import { completeChat, type GivenMessage, integrations } from '@colloquy/flow/integrations'
import { blockExits } from '../common/block-exits.js'
import { leaveBy } from '../common/leave-by.js'
import { actionContext, type StreamedText } from '../integration/action-context.js'
import { numberOption } from '../integration/read-options.js'
import { runAction, streaming } from '../integration/runtime.js'
import { locationOfText } from '../integration/stream-target.js'

type Options = NonNullable<BlockOf<'OpenAI'>['options']>
type Completion = Extract<Options, { task: 'Create chat completion' }>
type Message = NonNullable<Completion['messages']>[number]

const next: Outcome = { kind: 'continue' }

/** The predecessor of the `openai` block. It runs like that block, with a few differences. */
export const legacyOpenAiRuntime: BlockRuntime<'OpenAI'> = {
  type: 'OpenAI',
  kind: 'integration',
  enter(block, context) {
    const { options } = block
    switch (options?.task) {
      case 'Create chat completion': {
        const location = textTarget(block, options, context)
        return location ? { kind: 'stream', ...location } : complete(block, options, context)
      }
      case 'Create speech':
        return runAction(integrations.openai, { ...block, options: { ...options, action: options.task } }, context)
      case 'Create image':
        context.log('block-without-effect', {
          status: 'info',
          description: 'OpenAI (older): creating images never did anything.',
          isPrivate: true,
        })
        return next
      default:
        return next
    }
  },
  stream: (block, context) =>
    streaming(function* (streamed) {
      const { options } = block
      return options?.task === 'Create chat completion' ? yield* complete(block, options, context, streamed) : next
    }),
  exits: blockExits,
}

/** A text that is appended to a list is not streamed: the bubble shows the whole list. */
function textTarget(block: BlockOf<'OpenAI'>, { responseMapping = [] }: Completion, context: BlockContext) {
  const rows = responseMapping.filter(({ valueToExtract: item = 'Message content' }) => item === 'Message content')
  const receivers = rows.map(({ variableId }) => variableId)
  if (receivers.some((id) => Array.isArray(context.value(id)))) return undefined
  return locationOfText(block, receivers, context)
}

function* complete(
  block: BlockOf<'OpenAI'>,
  options: Completion,
  context: BlockContext,
  streamed?: StreamedText,
): Effectful<Outcome> {
  const { credentialsId, baseUrl, apiVersion, model, responseMapping = [], advancedSettings } = options
  if (!credentialsId) {
    context.log('missing-credentials', {
      status: 'error',
      description: 'OpenAI (older): no credentials are chosen.',
      isPrivate: true,
    })
    return leaveBy(block, { on: 'failure', cause: 'refused' }, context) ?? next
  }
  const { actions, traces } = actionContext(
    { integration: integrations.openai, block, action: options.task, credentialsId, ...(streamed && { streamed }) },
    context,
  )
  const temperature = numberOption('Temperature', advancedSettings?.temperature, context)
  const given = {
    model: context.expand(model) || legacyDefaultModel,
    messages: (options.messages ?? []).flatMap((message) => messagesOf(message, context)),
    responseMapping: responseMapping.flatMap(({ valueToExtract: item, variableId }) =>
      variableId ? [{ item: item ?? 'Message content', variableId }] : [],
    ),
    ...(temperature !== undefined && { temperature }),
    ...(baseUrl && { baseUrl: fillAddress(context.pieces(baseUrl)) }),
    ...(apiVersion && { apiVersion: context.expand(apiVersion) }),
  }
  yield* completeChat(given, { ...actions, save: (id, value) => appendOrSave(id, value, context) })
  return leaveBy(block, traces.trouble, context) ?? next
}

/** Appends a text to a variable that holds a list; otherwise replaces the value. */
function appendOrSave(id: string | undefined, value: unknown, context: BlockContext): void {
  const before = context.value(id)
  if (id !== undefined)
    context.assign([{ id, value: Array.isArray(before) && typeof value === 'string' ? [...before, value] : value }])
}

function messagesOf(message: Message, context: BlockContext): GivenMessage[] {
  switch (message.role) {
    case undefined:
      return []
    case 'Dialogue': {
      const { dialogueVariableId, startsBy = 'user' } = message
      return dialogueVariableId ? [{ role: 'Dialogue', dialogueVariableId, startsBy }] : []
    }
    case 'Messages sequence ✨': {
      const { userMessagesVariableId, assistantMessagesVariableId } = message.content ?? {}
      return sequence(listOf(userMessagesVariableId, context), listOf(assistantMessagesVariableId, context))
    }
    default: {
      const content = context.expand(message.content)
      return content === '' ? [] : [{ role: message.role, content }]
    }
  }
}

/** Alternates the texts of the user and the assistant. The one with more texts begins; if both have as many, the assistant does. */
function sequence(user: readonly string[], assistant: readonly string[]): GivenMessage[] {
  const of = (role: 'user' | 'assistant', content: string | undefined): GivenMessage[] =>
    content ? [{ role, content }] : []
  return Array.from({ length: Math.max(user.length, assistant.length) }, (_, index) => {
    const [said, answered] = [of('user', user[index]), of('assistant', assistant[index])]
    return user.length > assistant.length ? [...said, ...answered] : [...answered, ...said]
  }).flat()
}

/** Returns the value of a variable as a list and stores it as one; a text may be the JSON of a list. */
function listOf(id: string | undefined, context: BlockContext): string[] {
  const value = context.value(id)
  if (id === undefined || value === undefined || value === null) return []
  const list = typeof value === 'string' ? (listIn(value) ?? [value]) : value
  context.assign([{ id, value: list }])
  return list.map((item) => item ?? '')
}

function listIn(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(String) : undefined
  } catch {
    return undefined
  }
}
