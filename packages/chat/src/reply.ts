import { extension } from '@colloquy/flow'
import * as z from 'zod'

const textReplySchema = z
  .object({
    type: z.literal('text'),
    text: z.string(),
    metadata: z
      .object({
        replyId: z
          .string()
          .optional()
          .meta({ description: 'Id of the chosen item or button; decides before the text' }),
        replyIds: extension(
          z.array(z.string()).optional().meta({ description: 'Ids of the chosen items where several can be chosen' }),
        ),
      })
      .optional(),
    attachedFileUrls: z.array(z.string()).optional(),
  })
  .meta({ id: 'TextReply' })

/** A visitor's message: a bare string is the same as its text form. */
export const replyMessageSchema = z.union([
  z.string().transform((text) => ({ type: 'text' as const, text })),
  z
    .discriminatedUnion('type', [
      textReplySchema,
      z.object({ type: z.literal('audio'), url: z.string() }).meta({ id: 'AudioReply' }),
      z.object({ type: z.literal('command'), command: z.string() }).meta({ id: 'CommandReply' }),
      z
        .object({
          type: z.literal('no-answer'),
          waitId: z.string().optional().meta({ description: 'Only while this wait lasts' }),
          onlyIfOver: z.boolean().optional().meta({
            description: 'Only when the time of the wait has passed; otherwise refused, with `Retry-After`',
          }),
        })
        .meta({ id: 'NoAnswer', description: 'Continues without an answer' }),
    ])
    .meta({ id: 'Reply' }),
])

export type ReplyMessage = z.infer<typeof replyMessageSchema>

export const textFormatSchema = z.enum(['richText', 'markdown'])
