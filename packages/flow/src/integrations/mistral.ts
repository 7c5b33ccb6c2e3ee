import { defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { createChatCompletion } from './models/chat-completion.js'
import { generateVariables } from './models/generate-variables.js'
import { bearerKey } from './models/provider.js'

export const mistral = defineIntegration({
  type: 'mistral',
  label: 'Mistral',
  icon: 'sparkles',
  logo: 'mistral',
  description: 'Answer or extract values with a Mistral model',
  keywords: 'ai, llm, knowledge, chat, completion, extract',
  credentials: bearerKey({
    help: 'In the Mistral console, under API keys.',
    address: 'https://api.mistral.ai/v1',
    addressSetting: 'MISTRAL_API_URL',
  }),
  models: 'mistral',
  knowsModelsOf: ['groq', 'together-ai', 'open-router'],
  embeds: true,
  actions: {
    'Create chat completion': createChatCompletion(),
    'Answer from knowledge': answerFromKnowledge(),
    'Generate variables': generateVariables(),
  },
})
