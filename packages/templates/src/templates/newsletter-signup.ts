import type { TemplateDefinition } from '../build-template.js'
import { sky } from './themes.js'

export const newsletterSignup: TemplateDefinition = {
  icon: '💌',
  name: 'Newsletter signup',
  hint: 'Asks for topics, how often, and an email address, with consent that you can prove later.',
  theme: sky,
  groups: {
    Topics: [
      'Good to see you! Pick what you would like to read about.',
      {
        offer: ['Product news', 'Tips and guides', 'Events', 'Offers'],
        in: 'Topics',
        with: { isMultipleChoice: true, buttonLabel: 'Continue' },
        to: 'How often',
      },
    ],
    'How often': [
      'How often may we write?',
      { offer: ['Every week', 'Once a month', 'Only big news'], in: 'How often', to: 'Address' },
    ],
    Address: [
      'Where shall we send it?',
      {
        ask: 'email input',
        in: 'Email',
        with: {
          labels: { placeholder: 'you@example.com', button: 'Continue' },
          retryMessageContent: 'That address looks incomplete. Once more?',
        },
      },
      'May we use {{Email}} to send you news about: {{Topics}}? You can unsubscribe in each email.',
      { offer: { 'Yes, sign me up': 'Done', 'No, thanks': 'No thanks' }, in: 'Consent', to: 'No thanks' },
    ],
    Done: ['You are on the list. 🎉 The first issue is on its way.'],
    'No thanks': ['No problem. We will not write to you. Come back whenever you like.'],
  },
}
