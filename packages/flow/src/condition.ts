import * as z from 'zod'

/** Operators of comparisons, as they stand in a flow document. */
export const comparisonOperators = [
  'Equal to',
  'Not equal',
  'Contains',
  'Does not contain',
  'Greater than',
  'Greater or equal to',
  'Less than',
  'Less or equal to',
  'Is set',
  'Is empty',
  'Starts with',
  'Ends with',
  'Matches regex',
  'Does not match regex',
] as const

export const comparisonOperatorSchema = z.enum(comparisonOperators)

export const logicalOperatorSchema = z.enum(['AND', 'OR'])

/** One comparison of a condition. */
const comparisonSchema = z.object({
  id: z.string(),
  variableId: z.string().optional(),
  comparisonOperator: comparisonOperatorSchema.optional(),
  value: z.string().optional(),
})

/** A list of comparisons joined by one logical operator. */
export const conditionSchema = z.object({
  logicalOperator: logicalOperatorSchema.optional(),
  comparisons: z.array(comparisonSchema).optional(),
})

export const displayConditionSchema = z.object({
  isEnabled: z.boolean().optional(),
  condition: conditionSchema.optional(),
})

export type ComparisonOperator = z.infer<typeof comparisonOperatorSchema>
export type Comparison = z.infer<typeof comparisonSchema>
export type Condition = z.infer<typeof conditionSchema>
