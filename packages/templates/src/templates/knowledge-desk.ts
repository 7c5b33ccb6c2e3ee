import type { TemplateDefinition } from '../build-template.js'
import { lagoon } from './themes.js'

export const knowledgeDesk: TemplateDefinition = {
  icon: '📚',
  name: 'Help desk with sources',
  hint: 'Answers from your own documents and names them; what it cannot answer goes to your team.',
  theme: lagoon,
  groups: {
    Welcome: ['Hello! Ask me anything about our products and how we work.', { to: 'Question' }],
    Question: [
      'What would you like to know?',
      {
        ask: 'text input',
        in: 'Question',
        with: { isLong: true, labels: { placeholder: 'How do I return something?', button: 'Ask' } },
      },
      {
        use: 'openai',
        with: ({ variable }) => ({
          action: 'Answer from knowledge',
          model: 'gpt-4o-mini',
          question: '{{Question}}',
          instructions: 'Answer in the language of the question, in at most four short sentences.',
          responseMapping: [
            { item: 'Answer', variableId: variable('Answer') },
            { item: 'Sources as text', variableId: variable('Sources') },
          ],
        }),
        otherwise: { 'no-answer': 'Not found', failure: 'Not found' },
      },
      '{{Answer}}',
      { when: [{ if: ['Sources', 'Is set', ''], to: 'Sources' }], to: 'Next' },
    ],
    Sources: ['Where this comes from:', '{{Sources}}', { to: 'Next' }],
    Next: [
      'Did that help?',
      {
        offer: { 'Yes, thank you': 'Goodbye', 'I have another question': 'Question', 'Not really': 'Not found' },
        in: 'Helped',
        to: 'Goodbye',
      },
    ],
    'Not found': [
      'I have no answer to that yet, but somebody here has. Where can we write to you?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com', button: 'Send' } } },
      'Thank you! We reply to {{Email}} within one working day.',
    ],
    Goodbye: ['You are welcome. Come back any time!'],
  },
}
