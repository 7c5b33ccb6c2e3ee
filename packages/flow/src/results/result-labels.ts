/** The letter of a variant: "A" for the control variant. */
export const variantLetter = (index: number): string => String.fromCharCode(65 + index)

/** Label of a variant that also names its experiment: "Shorter greeting: B". */
export const variantLabel = (experiment: string, variant: number): string => `${experiment}: ${variantLetter(variant)}`

/** Label of the status of a result. */
export const resultStatus = ({ isCompleted }: { isCompleted: boolean }): string =>
  isCompleted ? 'Completed' : 'In progress'
