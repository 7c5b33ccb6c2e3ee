import { choice, number, readFrom, text, variants } from '../../fields/fields.js'
import { jsonOf } from '../read.js'
import { type ConversationWindow, type SaidEntry, upToVisitor, windowOf } from './conversation.js'
import type { ModelMessage, ModelPart } from './model-call.js'

const content = { content: text({ label: 'Content', isLong: true, isRequired: true }) }
const dialogue = {
  dialogueVariableId: readFrom({ label: 'Variable with the dialogue', isRequired: true }),
  startsBy: choice(['user', 'assistant'], { label: 'Starts with', default: 'user' }),
}

const conversation = {
  last: number({
    label: 'Messages at most',
    help: 'Of the newest ones. Unset: as many as fit into the tokens.',
    min: 1,
  }),
  tokens: number({ label: 'Tokens at most', help: 'By estimate. Older messages are omitted.', default: 4000, min: 1 }),
  only: choice(['texts'], {
    label: 'Limit to',
    help: 'Unset, models that see images get those of the visitor.',
  }),
}

/** Roles that Typebot's format does not have; exports to it omit such a message. */
const extensions = { Conversation: null }

/** The option with the messages, including system messages. */
export const messages = variants({
  label: 'Messages',
  isRequired: true,
  key: 'role',
  isList: true,
  initial: 'user',
  variants: { system: content, user: content, assistant: content, Dialogue: dialogue, Conversation: conversation },
  extensions,
})

/** The same option for actions with a separate option for the system message. */
export const messagesWithoutSystem = variants({
  label: 'Messages',
  isRequired: true,
  key: 'role',
  isList: true,
  initial: 'user',
  variants: { user: content, assistant: content, Dialogue: dialogue, Conversation: conversation },
  extensions,
})

/** An entry of the option, when the block runs. */
export type GivenMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'Dialogue'; readonly dialogueVariableId: string; readonly startsBy: 'user' | 'assistant' }
  | ({ readonly role: 'Conversation' } & ConversationWindow)

type Value = string | readonly (string | null)[] | null | undefined

/**
 * Messages in the form that models take. Items of a dialogue alternate between the roles; empty ones are skipped but counted. `said` is the
 * conversation so far.
 */
export function messagesFrom(
  given: readonly GivenMessage[],
  value: (variableId: string) => Value,
  seesImages: boolean,
  said: readonly SaidEntry[] = [],
): ModelMessage[] {
  return given.flatMap((message, index): ModelMessage[] => {
    if (message.role === 'Conversation')
      return windowOf(index === given.length - 1 ? upToVisitor(said) : said, message).map(({ role, text }) => {
        const shows = seesImages && role === 'user' && message.only === undefined
        return messageOf(role, shows ? listedApart(text) : text, shows)
      })
    if (message.role !== 'Dialogue') return [messageOf(message.role, message.content, seesImages)]
    const dialogue = value(message.dialogueVariableId)
    const items = typeof dialogue === 'string' ? [dialogue] : (dialogue ?? [])
    const other = message.startsBy === 'user' ? 'assistant' : 'user'
    return items.flatMap((item, index) =>
      item ? [messageOf(index % 2 === 0 ? message.startsBy : other, item, seesImages)] : [],
    )
  })
}

/** Files of a visitor are comma-separated addresses above the text: each may be an image. */
const listedApart = (text: string): string =>
  text.replace(/^https?:\/\/\S+(?:, https?:\/\/\S+)+$/gm, (list) => list.split(', ').join('\n\n'))

export function messageOf(role: 'system' | 'user' | 'assistant', text: string, seesImages: boolean): ModelMessage {
  return role === 'user' ? { role, parts: seesImages ? partsOf(text) : [{ type: 'text', text }] } : { role, text }
}

/** Splits a text at blank lines: a part that is an address, or a JSON list of addresses, may be an image. */
export function partsOf(text: string): ModelPart[] {
  const parts: ModelPart[] = []
  for (const part of text.split(/\n[^\S\n]*\n/)) {
    const urls = addressesIn(part.trim())
    if (urls.length > 0) parts.push(...urls.map((url) => ({ type: 'image', url }) as const))
    else {
      const last = parts.at(-1)
      if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: `${last.text}\n\n${part}` }
      else parts.push({ type: 'text', text: part })
    }
  }
  return parts
}

function addressesIn(part: string): string[] {
  if (part.startsWith('["http')) {
    const list = jsonOf(part)
    return Array.isArray(list) && list.every((url): url is string => typeof url === 'string' && isAddress(url))
      ? list
      : []
  }
  return isAddress(part) ? [part] : []
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text)

/** True if a model accepts images, judged by naming conventions that all providers follow. */
export function takesImages(model: string): boolean {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  if (name.startsWith('gpt-4-turbo')) return !name.endsWith('-preview')
  return families.some((family) => name.startsWith(family)) || name.split(/[-_.:]/).some((part) => signs.has(part))
}

const families = ['gpt-5', 'gpt-4o', 'gpt-4.1', 'claude-', 'gemini-', 'pixtral', 'llama-4']
const signs = new Set(['vl', 'vision'])
