import { objectsOf } from '../../json.js'
import type { GivenOptions } from '../successor.js'

/** Options with the text of one of them as the first one of the messages. */
export function withSystemMessage(given: GivenOptions, option: string): GivenOptions {
  const { [option]: text, ...options } = given
  return isText(text)
    ? { ...options, messages: [{ role: 'system', content: text }, ...objectsOf(options.messages)] }
    : options
}

/** Options with the system messages in one of them, with a blank line between several. */
export function withoutSystemMessages({ messages, ...options }: GivenOptions, option: string): GivenOptions {
  const given = objectsOf(messages)
  const others = given.filter(({ role }) => role !== 'system')
  const texts = given.flatMap(({ role, content }) => (role === 'system' && isText(content) ? [content] : []))
  return {
    ...options,
    ...(others.length > 0 && { messages: others }),
    ...(texts.length > 0 && { [option]: texts.join('\n\n') }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
