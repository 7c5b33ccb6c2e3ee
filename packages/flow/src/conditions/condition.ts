import * as z from 'zod'
import { comparisonOperators } from './condition-operators.js'

export { comparisonOperators }

export const comparisonOperatorSchema = z.enum(comparisonOperators).meta({ id: 'ComparisonOperator' })

export const logicalOperatorSchema = z.enum(['AND', 'OR'])

/** One comparison of a condition. */
const comparisonSchema = z
  .object({
    id: z.string(),
    variableId: z.string().optional(),
    comparisonOperator: comparisonOperatorSchema.optional(),
    value: z.string().optional(),
  })
  .meta({ id: 'Comparison' })

/** A list of comparisons joined by one logical operator. */
export const conditionSchema = z
  .object({
    logicalOperator: logicalOperatorSchema.optional(),
    comparisons: z.array(comparisonSchema).optional(),
  })
  .meta({ id: 'Condition' })

export const displayConditionSchema = z
  .object({ isEnabled: z.boolean().optional(), condition: conditionSchema.optional() })
  .meta({ id: 'DisplayCondition' })

export type ComparisonOperator = z.infer<typeof comparisonOperatorSchema>
export type Comparison = z.infer<typeof comparisonSchema>
export type Condition = z.infer<typeof conditionSchema>
export type DisplayCondition = z.infer<typeof displayConditionSchema>
