import type { TemplateDefinition } from '../build-template.js'
import { lagoon } from './themes.js'

export const customerFeedback: TemplateDefinition = {
  icon: '⭐',
  name: 'Customer feedback',
  hint: 'One score from 0 to 10, one reason, and a way back in touch for those who are unhappy.',
  theme: lagoon,
  groups: {
    Score: [
      'How likely are you to recommend us to a friend?',
      {
        ask: 'rating input',
        in: 'Score',
        with: {
          buttonType: 'Numbers',
          length: 10,
          startsAt: 0,
          isOneClickSubmitEnabled: true,
          labels: { left: 'Not at all', right: 'Certainly' },
        },
      },
      {
        when: [
          { if: ['Score', 'Greater than', '8'], to: 'Happy' },
          { if: ['Score', 'Less than', '7'], to: 'Unhappy' },
        ],
        to: 'In between',
      },
    ],
    Happy: [
      'That makes our day! What do you like most?',
      { ask: 'text input', in: 'Reason', with: { isLong: true, labels: { placeholder: 'What I like most is…' } } },
      'May we quote you?',
      { offer: ['Yes, please do', 'Rather not'], in: 'May quote', to: 'Thanks' },
    ],
    'In between': [
      'Thank you. What would have made it a 10?',
      {
        ask: 'text input',
        in: 'Reason',
        with: { isLong: true, labels: { placeholder: 'One thing is enough' } },
        to: 'Thanks',
      },
    ],
    Unhappy: [
      'We are sorry about that. What went wrong?',
      { ask: 'text input', in: 'Reason', with: { isLong: true, labels: { placeholder: 'Please be frank' } } },
      'Somebody would like to put it right. Where can we reach you?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com' } }, to: 'Thanks' },
    ],
    Thanks: ['Thank you for your time. It is read by people. 💚'],
  },
}
