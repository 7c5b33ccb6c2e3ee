import type { ReactNode } from 'react'

/** A value to choose, and what people call it. */
export type Choice = readonly [value: string, label: string]
export type Choices = readonly Choice[]
/** Choices under a heading. */
export type ChoiceGroup = readonly [heading: string, choices: Choices]

export interface SelectProps {
  label: string
  hint?: ReactNode
  isLabelHidden?: boolean | undefined
  value: string
  choices: Choices | readonly ChoiceGroup[]
  disabled?: boolean | undefined
  required?: boolean | undefined
  autoFocus?: boolean | undefined
  onChange(value: string): void
}

export interface SelectButtonProps extends Omit<SelectProps, 'hint' | 'isLabelHidden'> {
  /** Of the button, which a label elsewhere names. */
  id: string
  describedBy?: string | undefined
}

/** Choices in their groups; those without a heading are one group. */
export const groupsOf = (choices: SelectProps['choices']): readonly ChoiceGroup[] =>
  choices.every((it): it is ChoiceGroup => Array.isArray(it[1]))
    ? (choices as readonly ChoiceGroup[])
    : [['', choices as Choices]]

export const nameIn = (choices: Choices, value: string): string => choices.find(([it]) => it === value)?.[1] ?? ''
