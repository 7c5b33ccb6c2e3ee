import { objectsOf } from '../../json.js'
import type { GivenOptions } from '../successor.js'

/** Moves the text of one option into the messages, as the first one. */
export function withSystemMessage(given: GivenOptions, option: string): GivenOptions {
  const { [option]: text, ...options } = given
  return isText(text)
    ? { ...options, messages: [{ role: 'system', content: text }, ...objectsOf(options.messages)] }
    : options
}

/** Moves the system messages into one option, separated by blank lines. */
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
