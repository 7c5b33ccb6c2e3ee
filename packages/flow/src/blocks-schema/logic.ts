import * as z from 'zod'
import { conditionSchema } from '../condition.js'
import { blockShape, optionalFlag, optionalText } from './block-shape.js'

const assigned = { variableId: optionalText, isExecutedOnClient: optionalFlag, isUnsafe: optionalFlag }

const setVariableOptions = z.discriminatedUnion('type', [
  z.object({
    ...assigned,
    type: z.literal('Custom').optional(),
    expressionToEvaluate: optionalText,
    isCode: optionalFlag,
    expressionDescription: optionalText,
    saveErrorInVariableId: optionalText,
  }),
  z.object({ ...assigned, type: z.literal('Append value(s)'), item: optionalText }),
  z.object({ ...assigned, type: z.enum(['Now', 'Yesterday', 'Tomorrow']), timeZone: optionalText }),
  z.object({
    ...assigned,
    type: z.literal('Map item with same index'),
    mapListItemParams: z
      .object({
        baseItemVariableId: optionalText,
        baseListVariableId: optionalText,
        targetListVariableId: optionalText,
      })
      .optional(),
  }),
  z.object({ ...assigned, type: z.enum(['Pop', 'Shift']), saveItemInVariableId: optionalText }),
  z.object({
    ...assigned,
    type: z.enum([
      'Empty',
      'Environment name',
      'Device type',
      'Transcript',
      'User ID',
      'Result ID',
      'Today',
      'Random ID',
      'Moment of the day',
      'Phone number',
      'Contact name',
      'Referral Click ID',
      'Referral Source ID',
    ]),
  }),
])

type OneKind = z.infer<typeof setVariableOptions>
type KeyOf<Union> = Union extends unknown ? keyof Union : never
type At<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never

/** The options of all kinds of values in one, for whoever reads them without asking for the kind first. */
export type SetVariableOptions = { [Key in KeyOf<OneKind>]?: At<OneKind, Key> }

/** Mapping from a reply's body to variables. */
export const responseVariableMapping = z
  .array(z.object({ id: z.string(), variableId: optionalText, bodyPath: optionalText }))
  .optional()

/** Schemas of the blocks that steer the flow, and of the start block that older files leave behind. */
export const logicSchemas = {
  start: blockShape('start', { label: optionalText }),
  'Set variable': blockShape('Set variable', { options: setVariableOptions.optional() }),
  Condition: blockShape('Condition', {
    items: z.array(z.object({ id: z.string(), outgoingEdgeId: optionalText, content: conditionSchema.optional() })),
  }),
  Redirect: blockShape('Redirect', { options: z.object({ url: optionalText, isNewTab: optionalFlag }).optional() }),
  Code: blockShape('Code', {
    options: z
      .object({
        name: optionalText,
        content: optionalText,
        isExecutedOnClient: optionalFlag,
        isUnsafe: optionalFlag,
        shouldExecuteInParentContext: optionalFlag,
      })
      .optional(),
  }),
  'Bot link': blockShape('Bot link', {
    options: z.object({ botId: optionalText, groupId: optionalText, mergeResults: optionalFlag }).optional(),
  }),
  Wait: blockShape('Wait', {
    options: z.object({ secondsToWaitFor: optionalText, shouldPause: optionalFlag }).optional(),
  }),
  Jump: blockShape('Jump', { options: z.object({ groupId: optionalText, blockId: optionalText }).optional() }),
  Return: blockShape('Return', {}),
  'AB test': blockShape('AB test', {
    options: z.object({ aPercent: z.number().min(0).max(100).optional() }).optional(),
    items: z.tuple([
      z.object({ id: z.string(), path: z.literal('a'), outgoingEdgeId: optionalText }),
      z.object({ id: z.string(), path: z.literal('b'), outgoingEdgeId: optionalText }),
    ]),
  }),
  webhook: blockShape('webhook', { options: z.object({ responseVariableMapping }).optional() }),
}
