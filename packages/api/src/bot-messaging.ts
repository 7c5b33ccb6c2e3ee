import { settingsSchema } from '@colloquy/flow'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams } from './shapes.js'

const answeringSchema = z
  .object({
    botId: z.string(),
    name: z.string().nullable().meta({ description: 'Null of a bot that the caller may not see' }),
    startCondition: settingsSchema.shape.messaging.unwrap().shape.startCondition.unwrap().nullable().meta({
      description: 'Which first messages it answers, as published; null for all',
    }),
  })
  .meta({ id: 'AnsweringBot' })

export const botMessagingEndpoints = {
  getMessagingOfBot: {
    id: 'getMessagingOfBot',
    method: 'GET',
    path: '/api/v1/bots/{botId}/messaging',
    summary:
      'List the channels of a bot with the bots that answer on the same accounts, and check whether its draft can be shown on a phone',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    response: z.object({
      canPreview: z.boolean().meta({ description: 'True if this service has a number from which it sends previews' }),
      channels: z
        .array(
          z.object({
            credentialsId: z.string(),
            credentialsType: z.string().meta({ description: 'Names the channel', example: 'messaging' }),
            name: z.string().meta({ description: 'Name of the credentials' }),
            answering: z.array(answeringSchema).meta({
              description: 'Published bots that answer on this account, in the order in which they are asked',
            }),
          }),
        )
        .meta({ description: 'Accounts on which the bot answers, in their order' }),
      answering: z.array(answeringSchema).meta({
        description: 'Those of the first channel; empty without channels. Deprecated: use `channels`',
        deprecated: true,
      }),
    }),
    errors: ['bot_not_found'],
  },
} as const satisfies Record<string, Endpoint>
