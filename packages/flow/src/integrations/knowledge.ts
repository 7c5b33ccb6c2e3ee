import { mapping, number } from '../fields/fields.js'
import { action, defineIntegration } from './define.js'
import { findPassages, sourcesIn } from './knowledge/find-passages.js'
import { knowledgeOptions } from './knowledge/knowledge-options.js'
import { saveMapped } from './save-mapped.js'

/** Searches passages. Blocks of language models can answer from them: see `models/answer-from-knowledge.ts`. */
export const knowledge = defineIntegration({
  type: 'knowledge-search',
  label: 'Knowledge',
  icon: 'book-open',
  description: 'Find passages in the documents of your workspace',
  keywords: 'knowledge, search, documents, faq, rag, help, retrieval',
  actions: {
    'Search knowledge': action({
      options: {
        ...knowledgeOptions,
        limit: number({ label: 'Most passages', default: 5, min: 1, max: 20 }),
        responseMapping: mapping(['Passages', 'Sources', 'Sources as text'], { label: 'Save' }),
      },
      exits: ['failure', 'no-answer'],
      *run({ limit, responseMapping, ...given }, context) {
        const found = yield* findPassages(given, limit, context)
        saveMapped(responseMapping, context.save, {
          Passages: found ? found.passages.map(({ text }) => text) : null,
          ...sourcesIn(found?.passages ?? null),
        })
      },
    }),
  },
})
