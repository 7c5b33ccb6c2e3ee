import type { Input } from '@colloquy/chat'
import { definitionOfPrompt, type Offer, promptOf } from '@colloquy/flow'

/** The choices of an input in order; empty when the input expects text instead. */
export const choicesOf = (input: Input): Offer[] => definitionOfPrompt(promptOf(input)).offers(input)

/** True if a typed number is the answer itself, and not the position of a choice. */
export const isNumber = (input: Input): boolean => definitionOfPrompt(promptOf(input)).isNumber === true

/** Reads a typed line as a choice: a number picks by position, unless it is the answer itself. */
export function pickByLine(input: Input, choices: readonly Offer[], line: string): string {
  if (isNumber(input) || !/^\d+$/.test(line)) return line
  return choices[Number(line) - 1]?.reply ?? line
}

export const isMultiple = (input: Input): boolean => input.options?.isMultipleChoice === true
