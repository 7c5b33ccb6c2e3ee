import * as z from 'zod'
import { blockSchema } from './blocks-schema/block.js'

export const coordinatesSchema = z.object({ x: z.number(), y: z.number() })

export const noteColours = ['yellow', 'blue', 'green', 'pink'] as const

/** What makes a note of a group without blocks: its title is the text. Readers of the format that do not know it show an empty group. */
export const noteSchema = z.object({
  colour: z.enum(noteColours).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
})

export const groupSchema = z.object({
  id: z.string(),
  title: z.string(),
  graphCoordinates: coordinatesSchema,
  blocks: z.array(blockSchema),
  note: noteSchema.optional(),
  /** Ours: the canvas shows its title only. It runs the same, and readers that do not know the field show all of it. */
  isCollapsed: z.boolean().optional(),
})

type EdgeSource =
  | { blockId: string; itemId?: string; pathId?: string; eventId?: undefined }
  | { eventId: string; blockId?: undefined; itemId?: undefined; pathId?: undefined }

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

export const edgeSchema = z.object({
  id: z.string(),
  from: edgeSourceSchema,
  to: z.object({ groupId: z.string(), blockId: z.string().optional() }),
})

export const variableSchema = z.object({
  id: z.string(),
  name: z.string(),
  isSessionVariable: z.boolean().optional(),
  value: z.union([z.string(), z.array(z.string().nullable()), z.null()]).optional(),
})

const node = { id: z.string(), graphCoordinates: coordinatesSchema, outgoingEdgeId: z.string().optional() }
const replyOptions = z
  .object({
    contentVariableId: z.string().optional(),
    inputNameVariableId: z.string().optional(),
    inputTypeVariableId: z.string().optional(),
  })
  .optional()

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ ...node, type: z.literal('start') }),
  z.object({
    ...node,
    type: z.literal('command'),
    options: z.object({ command: z.string().optional(), resumeAfter: z.boolean().optional() }).optional(),
  }),
  z.object({ ...node, type: z.literal('reply'), options: replyOptions }),
  z.object({ ...node, type: z.literal('invalidReply'), options: replyOptions }),
])

export const eventsSchema = z
  .array(eventSchema)
  .refine(
    (events) => events[0]?.type === 'start' && events.filter((event) => event.type === 'start').length === 1,
    'Put exactly one start event, and put it first.',
  )

/** The parts of a bot that make its flow. */
export const flowSchema = z.object({
  events: eventsSchema,
  groups: z.array(groupSchema),
  edges: z.array(edgeSchema),
  variables: z.array(variableSchema),
})

export const resultsTablePreferencesSchema = z.object({
  columnsOrder: z.array(z.string()),
  columnsVisibility: z.record(z.string(), z.boolean()),
  columnsWidth: z.preprocess(
    (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
    z.record(z.string(), z.number()),
  ),
})

export type Flow = z.infer<typeof flowSchema>
export type Group = z.infer<typeof groupSchema>
export type Edge = z.infer<typeof edgeSchema>
export type Variable = z.infer<typeof variableSchema>
export type FlowEvent = z.infer<typeof eventSchema>
export type ResultsTablePreferences = z.infer<typeof resultsTablePreferencesSchema>

/** The start event of a flow. */
export const findStartEvent = (events: readonly FlowEvent[]): FlowEvent | undefined =>
  events.find((event) => event.type === 'start')
