import * as z from 'zod'
import { logSchema } from './message.js'

/** One event of a streamed text: pieces of text, then one `done` or `error`. */
export const streamEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('error'), log: logSchema }),
  z.object({ type: z.literal('done'), finishReason: z.enum(['stop', 'length', 'content-filter']) }),
])

export type StreamEvent = z.infer<typeof streamEventSchema>
export type FinishReason = Extract<StreamEvent, { type: 'done' }>['finishReason']
