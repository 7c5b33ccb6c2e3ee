import { defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { createChatCompletion } from './models/chat-completion.js'
import { bearerKey } from './models/provider.js'

export const openRouter = defineIntegration({
  type: 'open-router',
  label: 'OpenRouter',
  icon: 'sparkles',
  logo: 'openRouter',
  description: 'Answer with any model on OpenRouter',
  keywords: 'ai, llm, knowledge, chat, gateway, completion',
  credentials: bearerKey({
    help: 'In the settings of OpenRouter, under Keys.',
    address: 'https://openrouter.ai/api/v1',
    addressSetting: 'OPENROUTER_API_URL',
    testPath: ['key'],
  }),
  models: 'compatible',
  knowsModelsOf: 'all',
  embeds: true,
  actions: { 'Create chat completion': createChatCompletion(), 'Answer from knowledge': answerFromKnowledge() },
})
