import type { TemplateDefinition } from '../build-template.js'
import { plum } from './themes.js'

export const aiSupportAgent: TemplateDefinition = {
  icon: '🤖',
  name: 'AI support agent',
  hint: 'Answers questions with a model that knows your business, and hands over to your team.',
  theme: plum,
  groups: {
    Welcome: ['Hi! 👋 I am the assistant of this site. I answer most questions right away.', { to: 'Question' }],
    Question: [
      'What would you like to know?',
      {
        ask: 'text input',
        in: 'Question',
        with: { isLong: true, labels: { placeholder: 'Ask anything', button: 'Ask' } },
      },
      {
        generate:
          'You are the support agent of a small online shop. Reply in the language of the customer, in at most three short sentences. We ship within two working days, returns are free for 30 days, and support is open on weekdays from 9 to 17. If you do not know the answer, say so and suggest to contact the team.',
        from: 'Question',
        in: 'Answer',
        otherwise: 'No reply',
      },
      '{{Answer}}',
      { to: 'Next' },
    ],
    Next: [
      'Did that help?',
      {
        offer: { 'Yes, thanks': 'Goodbye', 'I have another question': 'Question', 'Talk to a person': 'Hand over' },
        in: 'Helped',
        to: 'Hand over',
      },
    ],
    'No reply': ['I cannot answer right now, but my colleagues can.', { to: 'Hand over' }],
    'Hand over': [
      'Of course. Where can our team write to you?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com', button: 'Send' } } },
      'Thank you! We got your question and reply to {{Email}} on the next working day.',
    ],
    Goodbye: ['Great! Have a good day. 🙌'],
  },
}
