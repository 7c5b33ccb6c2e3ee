import { defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { createChatCompletion } from './models/chat-completion.js'
import { bearerKey } from './models/provider.js'

export const deepSeek = defineIntegration({
  type: 'deepseek',
  label: 'DeepSeek',
  icon: 'sparkles',
  logo: 'deepseek',
  description: 'Answer with a DeepSeek model',
  keywords: 'ai, llm, knowledge, chat, reasoning, completion',
  credentials: bearerKey({
    help: 'On the DeepSeek platform, under API keys.',
    address: 'https://api.deepseek.com/v1',
    hasBaseUrl: true,
  }),
  models: 'compatible',
  knowsModelsOf: ['groq', 'together-ai'],
  actions: { 'Create chat completion': createChatCompletion(), 'Answer from knowledge': answerFromKnowledge() },
})
