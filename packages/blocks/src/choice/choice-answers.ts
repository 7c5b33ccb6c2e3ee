import type { AnswerKind } from '@colloquy/engine'

interface Choice {
  /** Text that visitors see. */
  label: string | null | undefined
  /** Text that is stored in an answer instead of the label. */
  value?: string | undefined
}

/**
 * Groups answers by the choices of a block. Skips choices without a label or value, and those with a variable, since they differ in each
 * chat.
 */
export function choiceAnswers(choices: readonly Choice[], isMultiple = false): AnswerKind {
  const known = choices.flatMap(({ label, value }) => {
    const shown = label?.trim() || value
    return shown && !`${shown}${value ?? ''}`.includes('{{') ? [{ content: value?.trim() || shown, label: shown }] : []
  })
  return { kind: 'choices', choices: known, isMultiple }
}
