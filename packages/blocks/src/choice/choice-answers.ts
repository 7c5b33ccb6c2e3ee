import type { AnswerKind } from '@colloquy/engine'

interface Choice {
  /** What visitors see. */
  label: string | null | undefined
  /** What an answer holds in its place. */
  value?: string | undefined
}

/**
 * Sums answers up by the choices of a block. Those without a label or a value are left out, and those with a variable, which are another
 * one in each chat.
 */
export function choiceAnswers(choices: readonly Choice[], isMultiple = false): AnswerKind {
  const known = choices.flatMap(({ label, value }) => {
    const shown = label?.trim() || value
    return shown && !`${shown}${value ?? ''}`.includes('{{') ? [{ content: value?.trim() || shown, label: shown }] : []
  })
  return { kind: 'choices', choices: known, isMultiple }
}
