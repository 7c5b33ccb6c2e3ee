import { get } from './calls.js'
import { defineCredentials, defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { createChatMessage } from './models/chat-completion.js'
import { generateVariables } from './models/generate-variables.js'
import { modelList } from './models/model-lists.js'

const headers = { 'anthropic-version': '2023-06-01' }
const lists = modelList({ headers })

export const anthropic = defineIntegration({
  type: 'anthropic',
  label: 'Anthropic',
  icon: 'sparkles',
  logo: 'anthropic',
  description: 'Answer or extract values with Claude',
  keywords: 'ai, llm, knowledge, chat, claude, completion, extract',
  credentials: defineCredentials({
    fields: {
      apiKey: { kind: 'secret', label: 'API key', help: 'In the Anthropic console, under API Keys.', isRequired: true },
    },
    address: 'https://api.anthropic.com/v1',
    addressSetting: 'ANTHROPIC_API_URL',
    auth: { kind: 'header', name: 'x-api-key', field: 'apiKey' },
    test: [get(['models'], { headers })],
  }),
  models: 'anthropic',
  knowsModelsOf: ['groq', 'together-ai', 'open-router'],
  actions: {
    'Create Chat Message': createChatMessage({ lists }),
    'Answer from knowledge': answerFromKnowledge({ lists }),
    'Generate variables': generateVariables({ lists }),
  },
})
