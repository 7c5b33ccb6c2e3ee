import * as z from 'zod'
import { blockSchema } from './blocks-schema/block.js'
import { maxAttributeKey } from './contacts/attributes.js'
import { attributeTypes } from './contacts/index.js'
import { describedAs, extension } from './describe.js'

export const coordinatesSchema = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Coordinates' })

export const noteColours = ['yellow', 'blue', 'green', 'pink'] as const

/** Turns a group without blocks into a note: its title is the text. Readers of the format that do not know notes show an empty group. */
export const noteSchema = z
  .object({
    colour: z.enum(noteColours).optional(),
    width: z.number().optional(),
    height: z.number().optional(),
  })
  .meta({ id: 'GroupNote', description: 'Makes a note of a group without blocks: its title is the text' })

export const groupSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    graphCoordinates: coordinatesSchema,
    blocks: z.array(blockSchema),
    note: extension(noteSchema.optional()),
    isCollapsed: extension(z.boolean().optional().meta({ description: 'The canvas shows only its title' })),
  })
  .meta({ id: 'Group' })

type EdgeSource =
  | { blockId: string; itemId?: string; pathId?: string; eventId?: undefined }
  | { eventId: string; blockId?: undefined; itemId?: undefined; pathId?: undefined }

const edgeSourceShape = z
  .union([
    z
      .object({ blockId: z.string(), itemId: z.string().optional(), pathId: z.string().optional() })
      .meta({ id: 'EdgeFromBlock' }),
    z.object({ eventId: z.string() }).meta({ id: 'EdgeFromEvent' }),
  ])
  .meta({ id: 'EdgeSource' })

const edgeSourceSchema = z
  .object({
    blockId: z.string().optional(),
    itemId: z.string().optional(),
    pathId: z.string().optional(),
    eventId: z.string().optional(),
  })
  .transform((from, context): EdgeSource => {
    const { blockId, itemId, pathId, eventId } = from
    if (blockId !== undefined) {
      return { blockId, ...(itemId !== undefined && { itemId }), ...(pathId !== undefined && { pathId }) }
    }
    if (eventId !== undefined) return { eventId }
    context.addIssue({ code: 'custom', message: 'Give the "blockId" or the "eventId" where this edge begins.' })
    return z.NEVER
  })

export const edgeSchema = z
  .object({
    id: z.string(),
    from: describedAs(edgeSourceSchema, edgeSourceShape),
    to: z.object({ groupId: z.string(), blockId: z.string().optional() }).meta({ id: 'EdgeTarget' }),
  })
  .meta({ id: 'Edge' })

/** The value of a variable: a text, a list, or nothing. */
export const variableValueSchema = z
  .union([z.string(), z.array(z.string().nullable()), z.null()])
  .meta({ id: 'VariableValue' })

/** The attribute of the contact that a variable stands for. */
export const attributeOfVariableSchema = z
  .object({ key: z.string().min(1).max(maxAttributeKey), type: z.enum(attributeTypes) })
  .meta({ id: 'AttributeOfVariable' })

export const variableSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    isSessionVariable: z.boolean().optional(),
    isPrivate: extension(
      z
        .boolean()
        .optional()
        .meta({ description: 'Its value is never sent to a language model: a label stands for it' }),
    ),
    attribute: extension(
      attributeOfVariableSchema.optional().meta({
        description:
          'Makes the variable stand for an attribute of the contact, which is kept across conversations, releases and channels',
      }),
    ),
    value: variableValueSchema.optional(),
  })
  .meta({ id: 'Variable' })

const node = { id: z.string(), graphCoordinates: coordinatesSchema, outgoingEdgeId: z.string().optional() }
const replyOptions = z
  .object({
    contentVariableId: z.string().optional(),
    inputNameVariableId: z.string().optional(),
    inputTypeVariableId: z.string().optional(),
  })
  .meta({ id: 'ReplyEventOptions' })
  .optional()

export const eventSchema = z
  .discriminatedUnion('type', [
    z.object({ ...node, type: z.literal('start') }).meta({ id: 'StartEvent' }),
    z
      .object({
        ...node,
        type: z.literal('command'),
        options: z.object({ command: z.string().optional(), resumeAfter: z.boolean().optional() }).optional(),
      })
      .meta({ id: 'CommandEvent' }),
    z.object({ ...node, type: z.literal('reply'), options: replyOptions }).meta({ id: 'ReplyEvent' }),
    z.object({ ...node, type: z.literal('invalidReply'), options: replyOptions }).meta({ id: 'InvalidReplyEvent' }),
  ])
  .meta({ id: 'FlowEvent' })

export const eventsSchema = z
  .array(eventSchema)
  .refine(
    (events) => events[0]?.type === 'start' && events.filter((event) => event.type === 'start').length === 1,
    'Put exactly one start event, and put it first.',
  )

/** The parts of a bot that make up its flow. */
export const flowSchema = z.object({
  events: eventsSchema,
  groups: z.array(groupSchema),
  edges: z.array(edgeSchema),
  variables: z.array(variableSchema),
})

/** A named filter of results. */
export const resultsViewSchema = z
  .object({
    id: z.string().max(100),
    name: z.string().min(1).max(100),
    timeFilter: z.string().max(50).optional(),
    search: z.string().max(200).optional(),
    hasStarted: z.boolean().optional(),
    isCompleted: z.boolean().optional(),
    conditions: z
      .array(z.object({ columnId: z.string().max(200), is: z.string().max(50), value: z.string().max(1000) }))
      .max(10)
      .optional(),
    sort: z.object({ columnId: z.string().max(200), order: z.enum(['ascending', 'descending']) }).optional(),
  })
  .meta({ id: 'ResultsView' })

export const maxResultsViews = 30

export const resultsTablePreferencesSchema = z
  .object({
    columnsOrder: z.array(z.string()),
    columnsVisibility: z.record(z.string(), z.boolean()),
    columnsWidth: z.preprocess(
      (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
      z.record(z.string(), z.number()),
    ),
    views: z.array(resultsViewSchema).max(maxResultsViews).optional(),
  })
  .meta({ id: 'ResultsTablePreferences' })

export type Flow = z.infer<typeof flowSchema>
export type Group = z.infer<typeof groupSchema>
export type Edge = z.infer<typeof edgeSchema>
export type Variable = z.infer<typeof variableSchema>
export type FlowEvent = z.infer<typeof eventSchema>
export type ResultsView = z.infer<typeof resultsViewSchema>
export type ResultsTablePreferences = z.infer<typeof resultsTablePreferencesSchema>

/** The start event of a flow. */
export const findStartEvent = (events: readonly FlowEvent[]): FlowEvent | undefined =>
  events.find((event) => event.type === 'start')
