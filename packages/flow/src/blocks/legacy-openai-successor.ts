import { openAi } from '../integrations/openai.js'
import type { GivenOptions, Successor } from '../integrations/successor.js'
import { isObject, type Json, objectsOf } from '../json.js'
import type { Appended } from './define.js'

/** The model that the block asks unless it names one. */
export const legacyDefaultModel = 'gpt-3.5-turbo'

const words = {
  names: { label: 'Names in messages' },
  sequence: { label: 'Messages sequence' },
  appending: { label: 'Appending the answer to a list' },
}

/** The current block that replaces the older one; undefined for a task that it does not have. */
export function successorOfLegacy(options: GivenOptions, appended: readonly Appended[]): Successor | undefined {
  const { task, ...others } = options
  if (task === 'Create speech') return { type: openAi.type, action: task, options: others }
  return task === 'Create chat completion' ? completion(task, others, appended) : undefined
}

function completion(
  action: string,
  { model, messages, advancedSettings, responseMapping, ...options }: GivenOptions,
  appended: readonly Appended[],
): Successor {
  const given = objectsOf(messages)
  const taken = given.flatMap((message) => messageOf(message, appended))
  const saved = objectsOf(responseMapping)
  const { temperature } = isObject(advancedSettings) ? advancedSettings : {}
  const lost = [
    ...(given.some(({ name }) => name) ? [words.names] : []),
    ...(given.some((message) => isSequence(message) && !dialogueOf(message, appended)) ? [words.sequence] : []),
    ...(saved.some(({ variableId }) => listsOf(given).includes(variableId)) ? [words.appending] : []),
  ]
  return {
    type: openAi.type,
    action,
    options: {
      ...options,
      model: model || legacyDefaultModel,
      ...(messages !== undefined && { messages: taken }),
      ...(temperature !== undefined && { temperature }),
      ...(saved.length > 0 && { responseMapping: saved.map(mappingOf) }),
    },
    lost: lost.map(({ label }) => label),
  }
}

const mappingOf = ({ valueToExtract, variableId }: Json): Json => ({
  ...(valueToExtract ? { item: valueToExtract } : {}),
  ...(variableId !== undefined && { variableId }),
})

/** A message without a role was never sent. */
function messageOf({ id: _, name: __, ...message }: Json, appended: readonly Appended[]): Json[] {
  if (message.role === undefined) return []
  if (!isSequence(message)) return [message]
  const dialogueVariableId = dialogueOf(message, appended)
  return dialogueVariableId === undefined ? [] : [{ role: 'Dialogue', dialogueVariableId }]
}

const isSequence = ({ role }: Json): boolean => role === 'Messages sequence ✨'

/** The list to which the flow appends the texts of both lists of a sequence. */
function dialogueOf({ content }: Json, appended: readonly Appended[]): string | undefined {
  const lists = listsIn(content)
  if (lists.length < 2) return undefined
  const textsOf = (id: unknown) => appended.filter(({ listId }) => listId === id).map(({ text }) => text)
  const [users, assistants] = lists.map(textsOf)
  return appended
    .map(({ listId }) => listId)
    .find((id) => [users, assistants].every((texts) => textsOf(id).some((text) => texts?.includes(text))))
}

/** The lists of both sides, that of the visitor first. */
const listsIn = (content: unknown): unknown[] =>
  isObject(content)
    ? [content.userMessagesVariableId, content.assistantMessagesVariableId].filter((id) => id !== undefined)
    : []

/** Variables that hold lists of messages. */
const listsOf = (messages: readonly Json[]): unknown[] =>
  messages.flatMap(({ dialogueVariableId, content }) => [
    ...(dialogueVariableId === undefined ? [] : [dialogueVariableId]),
    ...listsIn(content),
  ])
