import * as z from 'zod'
import { richTextNodeSchema } from './rich-text.js'

const textContentSchema = z.union([
  z.object({
    type: z.literal('richText'),
    richText: z.array(richTextNodeSchema),
    html: z.string(),
    plainText: z.string(),
  }),
  z.object({ type: z.literal('markdown'), markdown: z.string(), plainText: z.string() }),
])

/** One message of a bot, as a client shows it. `id` is the id of the block that said it. */
export const messageSchema = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('text'), content: textContentSchema }),
  z.object({
    id: z.string(),
    type: z.literal('image'),
    content: z.object({
      url: z.string().optional(),
      clickLink: z.object({ url: z.string().optional(), alt: z.string().optional() }).optional(),
    }),
  }),
  z.object({
    id: z.string(),
    type: z.literal('video'),
    content: z.object({
      url: z.string().optional(),
      id: z.string().optional(),
      type: z.enum(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet']).optional(),
      height: z.number().optional(),
      aspectRatio: z.string().optional(),
      maxWidth: z.string().optional(),
      queryParamsStr: z.string().optional(),
      areControlsDisplayed: z.boolean().optional(),
      isAutoplayEnabled: z.boolean().optional(),
    }),
  }),
  z.object({
    id: z.string(),
    type: z.literal('audio'),
    content: z.object({ url: z.string().optional(), isAutoplayEnabled: z.boolean().optional() }),
  }),
  z.object({
    id: z.string(),
    type: z.literal('embed'),
    content: z.object({
      url: z.string().optional(),
      height: z.number().optional(),
      waitForEvent: z
        .object({
          isEnabled: z.boolean().optional(),
          name: z.string().optional(),
          saveDataInVariableId: z.string().optional(),
        })
        .optional(),
    }),
  }),
  z.object({
    id: z.string(),
    type: z.literal('custom-embed'),
    content: z.object({
      url: z.string().optional(),
      initFunction: z.object({ args: z.record(z.string(), z.unknown()), content: z.string() }),
      waitForEventFunction: z.object({ args: z.record(z.string(), z.unknown()), content: z.string() }).optional(),
    }),
  }),
])

export type Message = z.infer<typeof messageSchema>
export type TextMessageContent = z.infer<typeof textContentSchema>

/** The kinds of input that a client can be asked to show. */
export const inputTypes = [
  'text input',
  'number input',
  'email input',
  'url input',
  'date input',
  'time input',
  'phone number input',
  'payment input',
  'rating input',
  'file input',
  'choice input',
  'picture choice input',
  'cards',
] as const

/** The next expected input: the block as stored, with its variables filled in and its items filtered. */
export const inputSchema = z.object({
  id: z.string(),
  type: z.enum(inputTypes),
  outgoingEdgeId: z.string().optional(),
  options: z.looseObject({ variableId: z.string().optional() }).optional(),
  items: z.array(z.looseObject({ id: z.string() })).optional(),
  prefilledValue: z.string().optional(),
  runtimeOptions: z
    .object({ paymentIntentSecret: z.string(), amountLabel: z.string(), publicKey: z.string() })
    .optional(),
})

export type Input = z.infer<typeof inputSchema>

/** What happened while a turn ran, for the author. `details` is text. */
export const logSchema = z.object({
  status: z.enum(['error', 'success', 'info']).optional(),
  description: z.string(),
  details: z.string().optional(),
  context: z.string().optional(),
})

/** A log as blocks write it. `isPrivate`: it tells of calls or mails, whose addresses and contents are no business of a visitor. */
export type Log = z.infer<typeof logSchema> & { isPrivate?: boolean }
