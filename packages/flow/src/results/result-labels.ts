/** The letter of a variant: "A" for the control variant. */
export const variantLetter = (index: number): string => String.fromCharCode(65 + index)

/** Label of a variant that also names its experiment: "Shorter greeting: B". */
export const variantLabel = (experiment: string, variant: number): string => `${experiment}: ${variantLetter(variant)}`

/** The values on which the status of a result depends. Only one with an answer can be completed. */
export interface ResultState {
  hasStarted: boolean
  isCompleted: boolean
}

/** Label of the status of a result. Without an answer, nothing says whether its visitor is still there or the bot has ended. */
export function resultStatus({ hasStarted, isCompleted }: ResultState): string {
  if (isCompleted) return 'Completed'
  return hasStarted ? 'In progress' : 'Without answers'
}
