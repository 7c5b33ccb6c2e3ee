import { settingsSchema } from '@colloquy/flow'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams } from './shapes.js'

export const botMessagingEndpoints = {
  getMessagingOfBot: {
    id: 'getMessagingOfBot',
    method: 'GET',
    path: '/api/v1/bots/{botId}/messaging',
    summary:
      'List the bots that answer messages to the number of a bot, and check whether its draft can be shown on a phone',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    response: z.object({
      canPreview: z.boolean().meta({ description: 'True if this service has a number from which it sends previews' }),
      answering: z
        .array(
          z.object({
            botId: z.string(),
            name: z.string().nullable().meta({ description: 'Null of a bot that the caller may not see' }),
            startCondition: startConditionSchema(),
          }),
        )
        .meta({
          description:
            'Published bots with the same messaging credentials that answer, in the order in which they are asked; empty without credentials',
        }),
    }),
    errors: ['bot_not_found'],
  },
} as const satisfies Record<string, Endpoint>

function startConditionSchema() {
  return settingsSchema.shape.messaging.unwrap().shape.startCondition.unwrap().nullable().meta({
    description: 'Which first messages it answers, as published; null for all',
  })
}
