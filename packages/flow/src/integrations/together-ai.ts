import { defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { createChatCompletion } from './models/chat-completion.js'
import { modelList } from './models/model-lists.js'
import { bearerKey } from './models/provider.js'
import { textAt } from './read.js'

const lists = modelList({ isShown: (model) => textAt(model, 'type') === 'chat' })

export const togetherAi = defineIntegration({
  type: 'together-ai',
  label: 'Together AI',
  icon: 'sparkles',
  description: 'Answer with an open model on Together AI',
  keywords: 'ai, llm, knowledge, chat, llama, qwen, completion',
  credentials: bearerKey({
    help: 'In the settings of Together AI, under API Keys.',
    address: 'https://api.together.xyz/v1',
    addressSetting: 'TOGETHER_API_URL',
  }),
  models: 'compatible',
  knowsModelsOf: 'all',
  embeds: true,
  actions: {
    'Create chat completion': createChatCompletion({ lists }),
    'Answer from knowledge': answerFromKnowledge({ lists }),
  },
})
