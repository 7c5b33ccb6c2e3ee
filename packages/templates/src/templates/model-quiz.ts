import type { TemplateDefinition } from '../build-template.js'
import { night } from './themes.js'

export const modelQuiz: TemplateDefinition = {
  icon: '🎲',
  name: 'Quiz by a model',
  hint: 'The visitor picks a topic; a model thinks up three questions and judges the answers.',
  theme: night,
  groups: {
    Topic: [
      'Name any topic, and I think up three questions about it.',
      { ask: 'text input', in: 'Topic', with: { labels: { placeholder: 'Volcanoes, jazz, bread…', button: 'Begin' } } },
      { set: 'Score', as: '0' },
      { set: 'Round', as: '0' },
      { set: 'Asked', as: '""' },
      { to: 'Think' },
    ],
    Think: [
      { set: 'Round', as: '{{Round}} + 1' },
      {
        use: 'openai',
        with: ({ variable }) => ({
          action: 'Generate variables',
          model: 'gpt-4o-mini',
          prompt:
            'Write one quiz question about {{Topic}}, answered in one to three words, easy enough for a curious adult. Not one of these: {{Asked}}',
          variablesToExtract: [
            { type: 'string', variableId: variable('Quiz question'), description: 'The question' },
            { type: 'string', variableId: variable('Right answer'), description: 'The answer, in one to three words' },
          ],
        }),
        otherwise: { failure: 'No model' },
      },
      { set: 'Asked', as: '{{Asked}} + " " + {{Quiz question}}' },
      'Question {{Round}}: {{Quiz question}}',
      { ask: 'text input', in: 'Guess', with: { labels: { placeholder: 'Your answer', button: 'Answer' } } },
      { to: 'Judge' },
    ],
    Judge: [
      {
        use: 'openai',
        with: ({ variable }) => ({
          action: 'Generate variables',
          model: 'gpt-4o-mini',
          prompt:
            'Question: {{Quiz question}}\nRight answer: {{Right answer}}\nAnswer of the player: {{Guess}}\nSpelling and synonyms do not matter.',
          variablesToExtract: [
            {
              type: 'enum',
              variableId: variable('Verdict'),
              description: 'Is the player right?',
              values: ['right', 'wrong'],
            },
            {
              type: 'string',
              variableId: variable('Remark'),
              description: 'One friendly sentence with something interesting about the right answer',
            },
          ],
        }),
        otherwise: { failure: 'No model' },
      },
      { when: [{ if: ['Verdict', 'Equal to', 'right'], to: 'Right' }], to: 'Wrong' },
    ],
    Right: ['Right! ✨ {{Remark}}', { set: 'Score', as: '{{Score}} + 1' }, { to: 'Go on' }],
    Wrong: ['Not quite: it is {{Right answer}}. {{Remark}}', { to: 'Go on' }],
    'Go on': [{ when: [{ if: ['Round', 'Less than', '3'], to: 'Think' }], to: 'End' }],
    End: [
      '{{Score}} of three about {{Topic}}. Once more?',
      { offer: { 'Another topic': 'Topic', 'That is enough': 'Goodbye' }, in: 'Again', to: 'Goodbye' },
    ],
    'No model': ['I ran out of questions. Please come back later!'],
    Goodbye: ['Thanks for playing! 🎉'],
  },
}
