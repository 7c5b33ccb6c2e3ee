import * as z from 'zod'
import { jsonText } from './json-text.js'

export const contactOperators = [
  'equals',
  'isNot',
  'startsWith',
  'greaterThan',
  'lessThan',
  'before',
  'after',
  'withinDays',
  'notWithinDays',
  'isEmpty',
  'isNotEmpty',
] as const

const contactConditionSchema = z
  .strictObject({
    field: z.enum(['tag', 'channel', 'language', 'isBlocked', 'lastSeen']).optional(),
    attribute: z.string().max(60).optional(),
    is: z.enum(contactOperators),
    value: z.union([z.string().max(2_000), z.number(), z.boolean()]).optional(),
  })
  .superRefine(({ field, attribute }, context) => {
    if ((field === undefined) === (attribute === undefined))
      context.addIssue({ code: 'custom', message: 'Name one: field or attribute' })
  })
  .meta({ id: 'ContactCondition' })
export type ContactCondition = z.infer<typeof contactConditionSchema>

export const contactConditionsSchema = z.array(contactConditionSchema).max(10)

/** Query parameters that select contacts. */
export const contactFilterShape = {
  search: z.string().max(200).optional().meta({
    description: 'Words with which words of the name or identifiers begin; a phone number with or without country code',
  }),
  filters: jsonText(contactConditionsSchema)
    .optional()
    .meta({
      description:
        'A JSON list of conditions that all hold, at most 10, such as `[{"attribute":"plan","is":"equals","value":"pro"}]`. Each names ' +
        'an `attribute` or a `field` (`tag`, `channel`: the kind of an identifier, `language`, `isBlocked`, `lastSeen`) and an `is`: `equals` and `isNot`; ' +
        '`startsWith` for texts; `greaterThan` and `lessThan` for numbers; `before` and `after` for days; `withinDays` and `notWithinDays` for ' +
        '`lastSeen`; `isEmpty` and `isNotEmpty`. Case and accents are ignored.',
    }),
}
