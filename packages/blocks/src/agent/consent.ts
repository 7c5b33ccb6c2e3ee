import type { ToolCall } from '@colloquy/flow/integrations'
import { argumentsOf, questionIn } from './tools.js'

/** The parts of a call that a visitor sees before they approve it. */
export interface Consent {
  /** All values of the call, each with its name on one line. */
  values: string[]
  /** The model's question, which proves nothing. */
  question: string | undefined
}

/** Maximum number of characters of all values together: visitors do not read more before they agree. */
const maxShown = 2_000
const maxQuestionCharacters = 500

/** Returns what a visitor is shown of a call; a problem, which is passed to the model, if the call cannot be shown as a whole. */
export function consentOf(call: ToolCall): Consent | { problem: string } {
  const given = argumentsOf(call)
  if (!given) return { problem: 'The arguments are not a JSON object.' }
  const values = Object.entries(given).map(([name, value]) => visibleText(`${name}: ${textOf(value)}`))
  if (values.join('').length > maxShown)
    return {
      problem: `It was not done: the user must see all values before they agree, at most ${maxShown} characters. Shorten them.`,
    }
  const question = questionIn(call)
  return { values, question: question && visibleText(cut(question)) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const cut = (text: string): string =>
  text.length > maxQuestionCharacters ? `${text.slice(0, maxQuestionCharacters)}…` : text

/** Returns a text on one line: line breaks appear as ↵, and characters that nobody sees, or that reorder others, as their code. */
export const visibleText = (text: string): string =>
  text
    .replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, ' ↵ ')
    .replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

/** Control characters, directions and blanks without width; joiners stay, as scripts and emoji need them. */
const hidden = /(?!\u200c|\u200d|\ufe0f|\ufe0e)[\p{Cc}\p{Cf}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu
