import {
  type ColumnField,
  columnFields,
  type FieldValue,
  fieldIds,
  fieldOf,
  type OriginField,
  originFields,
  type ResultFieldId,
  type resultFields,
} from '@colloquy/flow/result-fields'
import * as z from 'zod'
import { jsonText } from './json-text.js'
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

/** Text by which a filter names a value of a field. */
type FilterValue<Id extends OriginField> =
  FieldValue<Id> extends infer Value extends string ? Value | 'unknown' : string

function filterSchema(id: ResultFieldId) {
  const { values, ofVisit, description = '', maxLength = 200, format } = fieldOf(id)
  const mayBeUnknown = ofVisit !== undefined
  const meta = {
    description: mayBeUnknown ? `${description}; \`unknown\` if that is not recorded` : description,
  }
  if (values) return z.enum([...Object.keys(values), ...(mayBeUnknown ? ['unknown'] : [])]).meta(meta)
  const text = z.string().min(1).max(maxLength)
  return (format ? text.regex(format.pattern, format.message) : text).meta(meta)
}

const filterSchemas = shapeOf<Record<OriginField, ReturnType<typeof filterSchema>>>(originFields, filterSchema)

type OriginShape = { [Id in OriginField]: z.ZodOptional<z.ZodType<FilterValue<Id>, FilterValue<Id>>> }

/** Query parameters that filter by the origin of results. */
export const originShape = shapeOf<OriginShape>(originFields, (id) => filterSchemas[id].optional())

/** The shape of an object with a property for each of these fields. */
function shapeOf<Shape extends { [Id in ResultFieldId]?: z.ZodType }>(
  ids: readonly (keyof Shape & ResultFieldId)[],
  schemaOf: (id: keyof Shape & ResultFieldId) => z.ZodType,
): Shape {
  return Object.fromEntries(ids.map((id) => [id, schemaOf(id)])) as Shape
}

export type OriginQuery = z.infer<z.ZodObject<typeof originShape>>

type StoredValue<Id extends ColumnField> = (typeof resultFields)[Id] extends { nullIs: string }
  ? FieldValue<Id>
  : FieldValue<Id> | null

type FieldShape = { [Id in ColumnField]: z.ZodType<StoredValue<Id>, StoredValue<Id>> }

/** Properties of a response with the values of a result. */
export const fieldShape = shapeOf<FieldShape>(columnFields, storedSchema)

function storedSchema(id: ResultFieldId) {
  const { stored, values, nullIs, description = '', example } = fieldOf(id)
  const isNumber = typeof stored === 'object' && stored.column === 'integer'
  const schema = values ? z.enum(Object.keys(values)) : isNumber ? z.int() : z.string()
  if (nullIs !== undefined) return schema.meta({ description, example: nullIs })
  return schema.nullable().meta({ description: `${description}; null if that is not recorded`, example })
}

const filterFields = fieldIds.filter((id) => fieldOf(id).filters.length > 0)
const sortFields = fieldIds.filter((id) => fieldOf(id).isSortable)

/** One condition on a column. */
export const resultConditionSchema = z
  .strictObject({
    ...columnShape,
    field: z.enum(filterFields).optional(),
    is: z.enum(filterOperators),
    value: z.union([z.string().max(1_000), z.number()]).optional(),
    values: z.array(z.string().max(1_000)).min(1).max(50).optional(),
  })
  .superRefine(({ blockId, variableId, field, is, value, values }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message })
    if ([blockId, variableId, field].filter((it) => it !== undefined).length !== 1)
      report('Name one column: blockId, variableId or field')
    if (field !== undefined && !takes(field, is)) report(`${field} takes ${fieldOf(field).filters.join(' and ')}`)
    if (isOriginField(field) && (is === 'equals' || is === 'oneOf')) {
      for (const one of is === 'oneOf' ? (values ?? []) : [value]) {
        const [issue] = filterSchemas[field].safeParse(one).error?.issues ?? []
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
  .meta({ id: 'ResultCondition' })

const takes = (field: ResultFieldId, is: FilterOperator) => fieldOf(field).filters.includes(is)
const isOriginField = (field: ResultFieldId | undefined): field is OriginField =>
  originFields.some((id) => id === field)

export type ResultCondition = z.infer<typeof resultConditionSchema>

export const resultSortSchema = z
  .strictObject({
    ...columnShape,
    field: z.enum(sortFields).optional(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
  })
  .superRefine(({ blockId, variableId, field }, context) => {
    if ([blockId, variableId, field].filter((it) => it !== undefined).length !== 1)
      context.addIssue({ code: 'custom', message: 'Name one column: blockId, variableId or field' })
  })
export type ResultSort = z.infer<typeof resultSortSchema>

/** "`a`, `b` or `c`" */
function namesOf(fields: readonly ResultFieldId[]): string {
  const names = fields.map((id) => `\`${id}\``)
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].join(' or ')
}

export const conditionsSchema = z.array(resultConditionSchema).max(10)

const plainShape = {
  hasStarted: flagSchema.optional().meta({
    description:
      '`false` for visitors who gave no answer, such as those of a bot without inputs; otherwise only those with an answer',
  }),
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
        `column (\`blockId\`, \`variableId\`, or \`field\` with ${namesOf(filterFields)}), an \`is\` (\`equals\`, \`contains\`, \`isEmpty\`, \`isNotEmpty\`, ` +
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
      `Order of the list, in JSON: a column (\`blockId\`, \`variableId\`, or \`field\` with ${namesOf(sortFields)}) and its \`order\` ` +
      '(`ascending` or `descending`), such as `{"blockId":"b1","order":"descending"}`; default: newest first. Numbers come before ' +
      'texts, empty values last. Other columns than `createdAt` sort only the newest results (limit `sortedResults`).',
  })
