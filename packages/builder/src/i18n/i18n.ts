/**
 * Texts in the reader's language. Messages are in English, in ICU MessageFormat, and serve as their own keys: a catalogue maps them to
 * another language. docs/write-texts.md explains how to add one.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { format, type Values } from './format.js'
import { locale } from './language.js'

export { locale }

/** Set before any module runs, by a script at the start of pages in languages other than English. */
const catalogue = (globalThis as { colloquyMessages?: Catalogue }).colloquyMessages

/** Translations by their English messages: those of the builder, and those of block definitions, the linter and the service. */
export type Catalogue = Readonly<Record<'builder' | 'definitions', Readonly<Record<string, string>>>>

/** Formats a message with its values. A message without values is plain text. */
// @__NO_SIDE_EFFECTS__
export function t(message: string, values?: Readonly<Record<string, string | number | null | undefined>>): string {
  const text = catalogue?.builder[message] ?? message
  return values ? format(text, values, locale).join('') : text
}

/** Formats a message with elements: as values, and as tags around a part of the text. */
// @__NO_SIDE_EFFECTS__
export function rich(
  message: string,
  values: Readonly<Record<string, ReactNode | ((content: ReactNode) => ReactNode)>>,
): ReactNode {
  const parts = format(catalogue?.builder[message] ?? message, values as Values, locale) as ReactNode[]
  return createElement(Fragment, null, ...parts)
}

/** Translates an English text from a block definition, the linter or the service, if the catalogue contains it. */
// @__NO_SIDE_EFFECTS__
export function translated(text: string): string {
  const messages = catalogue?.definitions
  return messages ? (messages[text] ?? fromPattern(messages, text)) : text
}

interface Pattern {
  /** Parts of the text around the values. */
  around: readonly string[]
  names: readonly string[]
  translation: string
}

let patterns: readonly Pattern[] | undefined

/** Translates a text that contains its values already: they are extracted, and inserted into the translation. */
function fromPattern(messages: Readonly<Record<string, string>>, text: string): string {
  patterns ??= Object.entries(messages)
    .map(([message, translation]) => ({
      around: message.split(/\{\w+\}/).map((part) => format(part, {}, locale).join('')),
      names: [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
      translation,
    }))
    .filter(({ names }) => names.length > 0)
  for (const { around, names, translation } of patterns) {
    const found = valuesBetween(around, text)
    if (!found) continue
    // A value may itself be a text of a definition, such as the name of a block in a problem.
    const values = names.map((name, i) => [name, messages[found[i]!] ?? found[i]])
    return format(translation, Object.fromEntries(values), locale).join('')
  }
  return text
}

/** Extracts the values between known parts of a text. Returns undefined if the text does not match. */
function valuesBetween(around: readonly string[], text: string): string[] | undefined {
  const values: string[] = []
  let at = around[0]!.length
  if (!text.startsWith(around[0]!)) return undefined
  for (const [i, part] of around.slice(1).entries()) {
    const end = i === around.length - 2 ? text.length - part.length : text.indexOf(part, at)
    if (end < at || !text.startsWith(part, end)) return undefined
    values.push(text.slice(at, end))
    at = end + part.length
  }
  return values
}
