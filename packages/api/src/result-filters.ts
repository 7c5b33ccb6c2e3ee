import * as z from 'zod'
import { flagSchema } from './shapes.js'

export const filterOperators = [
  'equals',
  'contains',
  'isEmpty',
  'isNotEmpty',
  'greaterThan',
  'lessThan',
  'before',
  'after',
  'oneOf',
] as const
export type FilterOperator = (typeof filterOperators)[number]

const columnShape = {
  blockId: z.string().max(200).optional(),
  variableId: z.string().max(200).optional(),
  dateFormat: z
    .string()
    .max(50)
    .regex(/^(?=.*yyyy)(?=.*MM)(?=.*dd)(?:yyyy|MM|dd|HH|mm|ss|[^A-Za-z'])+$/, 'Give a format such as dd/MM/yyyy')
    .optional(),
}

const daySchema = z.iso.date()

/** Fields that describe the origin of a result. */
export const originFields = ['environmentId', 'releaseId', 'variant', 'source', 'device'] as const
export type OriginField = (typeof originFields)[number]

const environmentSchema = z.string().min(1).max(200).meta({ description: '`live`, or the id of an environment' })
const releaseSchema = z.string().min(1).max(200).meta({ description: 'The release that answered last' })
const variantSchema = z
  .string()
  .max(200)
  .regex(/^[^:]+:\d{1,2}$/, 'Give the id of an experiment and the index of a variant, such as x7r2k9:1')
  .meta({ description: 'A variant of an experiment: its id and the index of the variant, such as `x7r2k9:1`' })
const sourceSchema = z
  .string()
  .min(1)
  .max(250)
  .meta({
    description:
      '`page` for the page of the chat, `web:` with the host of another page, `utm:` with the source and the medium of a campaign, `whatsapp`, ' +
      '`api`, `bot` for another bot, or `unknown`',
  })
const deviceSchema = z
  .enum(['phone', 'tablet', 'computer', 'unknown'])
  .meta({ description: 'The kind of device, or `unknown`' })
const originSchemas = {
  environmentId: environmentSchema,
  releaseId: releaseSchema,
  variant: variantSchema,
  source: sourceSchema,
  device: deviceSchema,
} satisfies Record<OriginField, z.ZodType>

/** Query parameters that filter by the origin of results. */
export const originShape = {
  environmentId: environmentSchema.optional(),
  releaseId: releaseSchema.optional(),
  variant: variantSchema.optional(),
  source: sourceSchema.optional(),
  device: deviceSchema.optional(),
}

export type OriginQuery = z.infer<z.ZodObject<typeof originShape>>

/** One condition on a column. */
export const resultConditionSchema = z
  .strictObject({
    ...columnShape,
    field: z.enum(['createdAt', ...originFields]).optional(),
    is: z.enum(filterOperators),
    value: z.union([z.string().max(1_000), z.number()]).optional(),
    values: z.array(z.string().max(1_000)).min(1).max(50).optional(),
  })
  .superRefine(({ blockId, variableId, field, is, value, values }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message })
    if ([blockId, variableId, field].filter((it) => it !== undefined).length !== 1)
      report('Name one column: blockId, variableId or field')
    if (field === 'createdAt' && is !== 'before' && is !== 'after') report('createdAt takes before and after')
    if (field !== undefined && field !== 'createdAt') {
      if (is !== 'equals' && is !== 'oneOf') report(`${field} takes equals and oneOf`)
      for (const one of is === 'oneOf' ? (values ?? []) : [value]) {
        const [issue] = originSchemas[field].safeParse(one).error?.issues ?? []
        if (issue) report(issue.message)
      }
    }
    if (is === 'oneOf') {
      if (!values) report('Give values')
    } else if (is === 'greaterThan' || is === 'lessThan') {
      if (value === undefined || value === '' || !Number.isFinite(Number(value))) report('Give a number as the value')
    } else if (is === 'before' || is === 'after') {
      if (!daySchema.safeParse(value).success) report('Give a day as the value, such as 2026-03-15')
    } else if (is !== 'isEmpty' && is !== 'isNotEmpty' && typeof value !== 'string') report('Give a text as the value')
  })
export type ResultCondition = z.infer<typeof resultConditionSchema>

export const resultSortSchema = z
  .strictObject({
    ...columnShape,
    field: z.enum(['createdAt', 'isCompleted']).optional(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
  })
  .superRefine(({ blockId, variableId, field }, context) => {
    if ([blockId, variableId, field].filter((it) => it !== undefined).length !== 1)
      context.addIssue({ code: 'custom', message: 'Name one column: blockId, variableId or field' })
  })
export type ResultSort = z.infer<typeof resultSortSchema>

/** Reads JSON from a query parameter. */
function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(8_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'Give JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}

const conditionsSchema = z.array(resultConditionSchema).max(10)

const plainShape = {
  isCompleted: flagSchema.optional().meta({ description: 'Only those that came to the end, or only the others' }),
  search: z.string().min(1).max(200).optional().meta({ description: 'Somewhere in an answer' }),
  blockId: z.string().max(200).optional().meta({ description: 'Only those that answered this block' }),
  variableId: z.string().max(200).optional().meta({ description: 'Only those with an answer to this variable' }),
  value: z
    .string()
    .max(10_000)
    .optional()
    .meta({ description: 'Only those with exactly this answer, to the block or variable if one is named' }),
}

/** Query parameters that select results. */
export const filterShape = {
  ...plainShape,
  filters: jsonText(conditionsSchema)
    .optional()
    .meta({
      description:
        'A JSON list of conditions that all hold, at most 10, such as `[{"blockId":"b1","is":"contains","value":"acme"}]`. Each names a ' +
        'column (`blockId`, `variableId`, or `field` with `createdAt`, `environmentId`, `releaseId`, `variant`, `source` or `device`), an `is` (`equals`, `contains`, `isEmpty`, `isNotEmpty`, ' +
        '`greaterThan`, `lessThan`, `before`, `after`, `oneOf`), and `value`, or `values` for `oneOf`. `before` and `after` take a ' +
        'day; with `dateFormat`, such as `dd/MM/yyyy`, answers are read as dates. Case is ignored. An environment is `live` or an id, ' +
        'a variant is `x7r2k9:1`: an experiment and the index of a variant.',
    }),
}

/** The same filter in a request body. */
export const filterBodyShape = { ...plainShape, filters: conditionsSchema.optional() }

export const sortParameter = jsonText(resultSortSchema)
  .optional()
  .meta({
    description:
      'Order of the list, in JSON: a column (`blockId`, `variableId`, or `field` with `createdAt` or `isCompleted`) and its `order` ' +
      '(`ascending` or `descending`), such as `{"blockId":"b1","order":"descending"}`; default: newest first. Numbers come before ' +
      'texts, empty values last. Other columns than `createdAt` sort only the newest results (limit `sortedResults`).',
  })
