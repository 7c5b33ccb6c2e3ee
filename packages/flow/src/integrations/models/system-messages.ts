import { objectsOf } from '../../json.js'
import type { GivenOptions } from '../successor.js'

/** The option `systemMessage` as the first one of the messages. */
export function withSystemMessage({ systemMessage, ...options }: GivenOptions): GivenOptions {
  if (!isText(systemMessage)) return options
  return { ...options, messages: [{ role: 'system', content: systemMessage }, ...objectsOf(options.messages)] }
}

/** System messages as the option `systemMessage`, with a blank line between several. */
export function withoutSystemMessages({ messages, ...options }: GivenOptions): GivenOptions {
  const given = objectsOf(messages)
  const others = given.filter(({ role }) => role !== 'system')
  const texts = given.flatMap(({ role, content }) => (role === 'system' && isText(content) ? [content] : []))
  return {
    ...options,
    ...(others.length > 0 && { messages: others }),
    ...(texts.length > 0 && { systemMessage: texts.join('\n\n') }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
