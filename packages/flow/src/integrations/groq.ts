import { defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { createChatCompletion } from './models/chat-completion.js'
import { bearerKey } from './models/provider.js'

export const groq = defineIntegration({
  type: 'groq',
  label: 'Groq',
  icon: 'sparkles',
  description: 'Answer with a model on Groq',
  keywords: 'ai, llm, knowledge, chat, llama, completion',
  credentials: bearerKey({
    help: 'In the Groq console, under API Keys.',
    address: 'https://api.groq.com/openai/v1',
    hasBaseUrl: true,
  }),
  models: 'compatible',
  knowsModelsOf: ['openai', 'together-ai', 'open-router'],
  actions: { 'Create chat completion': createChatCompletion(), 'Answer from knowledge': answerFromKnowledge() },
})
