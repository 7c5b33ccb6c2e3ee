import { defineIntegration } from './define.js'
import { answerFromKnowledge } from './models/answer-from-knowledge.js'
import { createChatCompletion } from './models/chat-completion.js'
import { bearerKey } from './models/provider.js'

const models = ['sonar', 'sonar-pro', 'sonar-reasoning', 'sonar-reasoning-pro', 'sonar-deep-research']

const { test: _, ...credentials } = bearerKey({
  help: 'In the settings of Perplexity, under API.',
  address: 'https://api.perplexity.ai',
  hasBaseUrl: true,
})

/** The service does not list its models, calls no functions, and has no free request to test a key. */
export const perplexity = defineIntegration({
  type: 'perplexity',
  label: 'Perplexity',
  icon: 'sparkles',
  logo: 'perplexity',
  description: 'Answer from the web with Perplexity',
  keywords: 'ai, llm, knowledge, chat, search, sonar, completion',
  credentials,
  models: 'compatible',
  knowsModelsOf: ['groq', 'together-ai', 'open-router'],
  actions: {
    'Create chat completion': createChatCompletion({ models, hasTools: false }),
    'Answer from knowledge': answerFromKnowledge({ models }),
  },
})
