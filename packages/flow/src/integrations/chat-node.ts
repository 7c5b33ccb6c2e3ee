import { mapping, text } from '../fields/fields.js'
import { post } from './calls.js'
import { defineCredentials, defineIntegration, oneCall } from './define.js'
import { textAt } from './read.js'
import { saveMapped } from './save-mapped.js'

export const chatNode = defineIntegration({
  type: 'chat-node',
  label: 'ChatNode',
  icon: 'bot',
  description: 'Ask an agent',
  keywords: 'ai, agent',
  credentials: defineCredentials({
    fields: {
      apiKey: { kind: 'secret', label: 'API key', help: 'In ChatNode, under Account, API keys.', isRequired: true },
    },
    address: 'https://api.public.chatnode.ai',
    addressSetting: 'CHATNODE_API_URL',
    auth: { kind: 'header', name: 'Authorization', prefix: 'Bearer ', field: 'apiKey' },
  }),
  isModel: true,
  actions: {
    'Send Message': oneCall({
      options: {
        botId: text({ label: 'Bot ID', help: 'In ChatNode, in the settings of the bot.', isRequired: true }),
        threadId: text({ label: 'Thread ID', help: 'Continues an earlier conversation. Leave it empty to begin one.' }),
        message: text({ label: 'Message', isLong: true, isRequired: true }),
        responseMapping: mapping(['Message', 'Thread ID']),
      },
      request: ({ botId, threadId, message }) =>
        post(['v1', botId], { json: { message, chat_session_id: threadId }, seconds: 120 }),
      result: (body, { responseMapping }, { save }) =>
        saveMapped(responseMapping, save, {
          Message: textAt(body, 'message'),
          'Thread ID': textAt(body, 'chat_session_id'),
        }),
    }),
  },
})
