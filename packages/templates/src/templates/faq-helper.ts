import type { TemplateDefinition } from '../build-template.js'
import { forest } from './themes.js'

export const faqHelper: TemplateDefinition = {
  icon: '💡',
  name: 'Questions and answers',
  hint: 'Answers what is asked most, and takes a message where it has no answer.',
  theme: forest,
  groups: {
    Questions: [
      'Hello! What would you like to know?',
      {
        offer: {
          'When are you open?': 'Hours',
          'How long does delivery take?': 'Delivery',
          'Can I send something back?': 'Returns',
          'Something else': 'Message',
        },
        in: 'Question',
        with: { isSearchable: true, searchInputPlaceholder: 'Search the questions' },
        to: 'Message',
      },
    ],
    Hours: ['From Monday to Friday between 9 and 18 h, on Saturdays until 13 h.', { to: 'Helped' }],
    Delivery: ['Two to three working days. You get a link to follow the parcel.', { to: 'Helped' }],
    Returns: [
      'Yes, within 30 days and without a reason. Put the slip that came with it on the parcel; the postage is ours.',
      { to: 'Helped' },
    ],
    Helped: [
      'Did that answer it?',
      {
        offer: { 'Yes, thank you': 'Goodbye', 'I have another question': 'Questions', 'Not really': 'Message' },
        in: 'Helped',
        to: 'Goodbye',
      },
    ],
    Message: [
      'Then let somebody look into it. What would you like to know?',
      { ask: 'text input', in: 'Message', with: { isLong: true, labels: { placeholder: 'Your question' } } },
      'Where shall we send the answer?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com' } } },
      'Thank you. You will hear from us at {{Email}}, on working days within a few hours.',
    ],
    Goodbye: ['Glad to help. Have a good day! 🌿'],
  },
}
