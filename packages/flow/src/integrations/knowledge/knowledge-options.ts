import { number, reference, text } from '../../fields/fields.js'

/** The options of each action that searches a knowledge base. */
export const knowledgeOptions = {
  knowledgeBaseId: reference('knowledge base', { label: 'Knowledge base', isRequired: true, shows: 'nothing' }),
  question: text({ label: 'Question', help: 'Leave it empty to take what the visitor said last.', isLong: true }),
  threshold: number({
    label: 'Least match',
    help: 'From 0 to 1. Passages that fit less are omitted. Try a question on the page of the knowledge base to see how well passages fit.',
    default: 0.15,
    min: 0,
    max: 1,
  }),
} as const
