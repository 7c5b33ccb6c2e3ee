import type { TemplateDefinition } from '../build-template.js'
import { amber } from './themes.js'

export const returnRequest: TemplateDefinition = {
  icon: '📦',
  name: 'Return request',
  hint: 'Takes the order number, the reason and a photo, and offers an exchange before a refund.',
  theme: amber,
  groups: {
    Order: [
      'Sorry that it did not work out. Let us sort out your return.\nWhat is your order number?',
      { ask: 'text input', in: 'Order', with: { labels: { placeholder: 'For example 10482', button: 'Continue' } } },
      'What is the reason?',
      {
        offer: {
          'Wrong size': 'Exchange',
          'Damaged or faulty': 'Photo',
          'Not as described': 'Photo',
          'Changed my mind': 'Refund',
        },
        in: 'Reason',
        to: 'Refund',
      },
    ],
    Exchange: [
      'Would another size help? We send it right away, and you return the first one later.',
      { offer: { 'Yes, exchange it': 'Size', 'No, a refund please': 'Refund' }, in: 'Exchange', to: 'Refund' },
    ],
    Size: ['Which size shall we send?', { offer: ['S', 'M', 'L', 'XL'], in: 'Size', to: 'Contact' }],
    Photo: [
      'A photo helps us to handle it faster. You can skip it.',
      {
        ask: 'file input',
        in: 'Photo',
        with: {
          isRequired: false,
          labels: { placeholder: 'Choose a photo', button: 'Send', skip: 'Skip' },
        },
        to: 'Refund',
      },
    ],
    Refund: [
      'How would you like your money back?',
      { offer: ['To my card', 'As a voucher with 10% extra'], in: 'Refund', to: 'Contact' },
    ],
    Contact: [
      'Where shall we send the return label?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com', button: 'Send' } } },
      'Done! The label for order {{Order}} goes to {{Email}} within a few minutes.',
    ],
  },
}
