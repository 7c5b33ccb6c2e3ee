import { channelTypes } from '@colloquy/flow'
import * as z from 'zod'

const choiceSchema = z.object({
  id: z.string().meta({ description: 'Sent back as `metadata.replyId`, together with the title as the text' }),
  title: z.string(),
  description: z.string().optional(),
})

const pictureSchema = z
  .object({
    media: z
      .object({
        kind: z.enum(['image', 'video', 'audio', 'document']),
        url: z.string(),
        fileName: z.string().optional(),
      })
      .optional(),
    text: z
      .array(
        z.object({
          text: z.string(),
          styles: z.array(z.enum(['bold', 'italic', 'strikethrough', 'code'])).optional(),
        }),
      )
      .optional(),
    showsLink: z.literal(true).optional().meta({ description: 'The app shows the page behind the first link' }),
    buttons: z
      .object({
        shape: z.enum(['rows', 'chips']).meta({ description: '`chips` are gone once one of them is pressed' }),
        of: z.array(choiceSchema),
      })
      .optional(),
    list: z
      .object({
        button: z.string(),
        sections: z.array(z.object({ title: z.string().optional(), rows: z.array(choiceSchema) })),
      })
      .optional(),
    isPartial: z.literal(true).optional().meta({ description: 'A part of the payload is unknown, and missing here' }),
  })
  .meta({ id: 'ChannelPicture', description: 'One message as the app shows it, from top to bottom' })

/** A turn of a preview on a channel: what would be sent there, one step after another. */
export const channelTurnSchema = z
  .object({
    steps: z.array(
      z.discriminatedUnion('kind', [
        z
          .object({
            kind: z.literal('message'),
            payload: z.record(z.string(), z.unknown()).meta({ description: 'Body of the call that would be made' }),
            picture: pictureSchema,
            cut: z.array(z.string()).optional().meta({
              description: 'Texts of the author that the payload has in part only, or not at all',
            }),
            pause: z.number().meta({ description: 'Milliseconds before it in which the bot appears to type' }),
          })
          .meta({ id: 'ChannelMessage' }),
        z.object({ kind: z.literal('wait'), seconds: z.number() }).meta({ id: 'ChannelWait' }),
      ]),
    ),
    waitsFor: z.enum(['channel', 'webhook', 'visitor']).meta({
      description: '`channel`: after its steps the conversation continues by itself, without a message',
    }),
  })
  .meta({ id: 'ChannelTurn' })

export type ChannelTurn = z.infer<typeof channelTurnSchema>

/** The channel on which a preview runs, with a contact that exists in this preview only. */
export const previewChannelSchema = z
  .object({
    type: z.enum(channelTypes),
    contact: z
      .object({
        name: z.string().max(200).default(''),
        phoneNumber: z.string().max(50).default('').meta({ description: 'Ignored where contacts have no number' }),
      })
      .prefault({}),
  })
  .meta({ id: 'PreviewChannel' })
