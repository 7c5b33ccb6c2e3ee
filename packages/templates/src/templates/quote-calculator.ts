import type { TemplateDefinition } from '../build-template.js'
import { indigo } from './themes.js'

export const quoteCalculator: TemplateDefinition = {
  icon: '🧮',
  name: 'Quote calculator',
  hint: 'Works out a price from a few answers, shows it at once, and takes the contact for a binding offer.',
  theme: indigo,
  groups: {
    Service: [
      'Get a price for your cleaning in under a minute.\nWhat shall we clean?',
      { offer: { 'My home': 'Home', 'My office': 'Office' }, in: 'Place', to: 'Home' },
    ],
    Home: [{ set: 'Rate', as: '2' }, { to: 'Size' }],
    Office: [{ set: 'Rate', as: '3' }, { to: 'Size' }],
    Size: [
      'How many square metres?',
      {
        ask: 'number input',
        in: 'Square metres',
        with: { min: 10, max: 2000, labels: { placeholder: '80', button: 'Continue' } },
      },
      { set: 'Price', as: '{{Rate}} * {{Square metres}}' },
      'Windows, too?',
      { offer: { 'Yes, please': 'Windows', 'No, thanks': 'Offer' }, in: 'Windows', to: 'Offer' },
    ],
    Windows: [{ set: 'Price', as: '{{Price}} + 45' }, { to: 'Offer' }],
    Offer: [
      'That makes about {{Price}} €, with everything included.\nWould you like a binding offer?',
      {
        offer: { 'Yes, send it to me': 'Contact', 'Start over': 'Service', 'Not now': 'Later' },
        in: 'Wants offer',
        to: 'Later',
      },
    ],
    Contact: [
      'Who is it for?',
      { ask: 'text input', in: 'Name', with: { labels: { placeholder: 'Your name', button: 'Continue' } } },
      'And where shall we send it?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com', button: 'Send' } } },
      'Thank you, {{Name}}! Your offer reaches {{Email}} today.',
    ],
    Later: ['All right. Come back whenever it suits you.'],
  },
}
