import type { TemplateDefinition } from '../build-template.js'
import { brick } from './themes.js'

export const orderForm: TemplateDefinition = {
  icon: '🧺',
  name: 'Order form with payment',
  hint: 'Choose, say how many, pay by card. Choose your Stripe account in the payment before you publish.',
  theme: brick,
  groups: {
    Basket: [
      'Good morning! What may we pack for you?',
      {
        offer: {
          'Breakfast basket, 24 €': 'Breakfast',
          'Picnic basket, 36 €': 'Picnic',
          'Cake of the week, 29 €': 'Cake',
        },
        in: 'Order',
        to: 'Breakfast',
      },
    ],
    Breakfast: [{ set: 'Price', as: '24' }, { to: 'How many' }],
    Picnic: [{ set: 'Price', as: '36' }, { to: 'How many' }],
    Cake: [{ set: 'Price', as: '29' }, { to: 'How many' }],
    'How many': [
      'How many of them?',
      { ask: 'number input', in: 'Number', with: { min: 1, max: 20, labels: { placeholder: '1' } } },
      { set: 'Total', as: '{{Price}} * {{Number}}' },
      'That makes {{Total}} €. Do you fetch it, or shall we bring it?',
      { offer: { 'I fetch it': 'Day', 'Please bring it': 'Address' }, in: 'Delivery', to: 'Day' },
    ],
    Address: [
      'Where shall we bring it?',
      {
        ask: 'text input',
        in: 'Address',
        with: { isLong: true, labels: { placeholder: 'Name, street, town' } },
        to: 'Day',
      },
    ],
    Day: [
      'For which day?',
      { ask: 'date input', in: 'Day', with: { labels: { button: 'For this day' } } },
      'And your email address, for the receipt?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com' } }, to: 'Payment' },
    ],
    Payment: [
      {
        ask: 'payment input',
        with: {
          provider: 'Stripe',
          currency: 'EUR',
          amount: '{{Total}}',
          labels: { button: 'Pay', success: 'Paid' },
          additionalInformation: { description: '{{Number}} × {{Order}}', email: '{{Email}}' },
        },
      },
      'Thank you! Everything will be ready on {{Day}}. The receipt is on its way to {{Email}}.',
    ],
  },
}
