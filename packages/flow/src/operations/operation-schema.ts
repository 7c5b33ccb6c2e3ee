import * as z from 'zod'
import { maxIdLength } from '../ids.js'
import { documentKeys } from './bot-document.js'
import type { Operation } from './operation.js'

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const lists = new Set<string | undefined>(['events', 'groups', 'edges', 'variables'])

const pathSchema = z
  .array(z.string())
  .min(1)
  .max(40)
  .refine(
    ([first]) => (documentKeys as readonly (string | undefined)[]).includes(first),
    `Begin with one of: ${documentKeys.join(', ')}.`,
  )
  .refine((path) => !path.some((segment) => forbidden.has(segment)), 'No field of a bot has this name.')
  .meta({
    example: ['groups', '#h6j3l8n2', 'title'],
    description:
      'Keys from the top of the bot, with "#" and its id for an element of a list: ["groups", "#g1", "title"]',
  })

const fieldSchema = pathSchema.refine(isField, 'Lead to a field: elements are put in, removed and moved as a whole.')
const listSchema = pathSchema.refine(
  (path) => !path.at(-1)?.startsWith('#'),
  'Lead to a list, not to an element of it.',
)

const newIdSchema = z.string().min(1).max(maxIdLength)
/** Drafts of earlier versions may contain ids that new elements may not have. */
const idSchema = z.string()
const elementSchema = z.looseObject({ id: idSchema })
const newElementSchema = z.looseObject({ id: newIdSchema })
const listPositionSchema = z.strictObject({ list: listSchema, after: idSchema.nullable() }).meta({
  id: 'OperationSpot',
  description: 'A place in a list: behind the element with this id; null for the first place',
})
const valueSchema = (description: string) => z.unknown().optional().meta({ description })

/** One operation as received. */
export const operationSchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('set'),
        path: fieldSchema,
        value: valueSchema('What is put there; without it the field goes'),
        was: valueSchema('What was there; without it, nothing'),
      })
      .meta({ id: 'SetOperation' }),
    z
      .strictObject({ kind: z.literal('insert'), spot: listPositionSchema, element: newElementSchema })
      .meta({ id: 'InsertOperation' }),
    z
      .strictObject({ kind: z.literal('remove'), spot: listPositionSchema, element: elementSchema })
      .meta({ id: 'RemoveOperation' }),
    z
      .strictObject({ kind: z.literal('move'), id: idSchema, from: listPositionSchema, to: listPositionSchema })
      .meta({ id: 'MoveOperation' }),
  ])
  .meta({ id: 'Operation' }) satisfies z.ZodType<Operation>

/** True if a path that begins with a list leads inside an element, and not to the id of an element. */
function isField(path: readonly string[]): boolean {
  const [first, second] = path
  const last = path.at(-1)
  if (last?.startsWith('#') || (last === 'id' && path.at(-2)?.startsWith('#'))) return false
  return !lists.has(first) || (path.length > 2 && second?.startsWith('#') === true)
}
