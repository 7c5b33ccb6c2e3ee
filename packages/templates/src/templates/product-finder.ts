import type { TemplateDefinition } from '../build-template.js'
import { amber } from './themes.js'

export const productFinder: TemplateDefinition = {
  icon: '🚲',
  name: 'Product finder',
  hint: 'Three questions about what somebody needs, and the one thing that fits.',
  theme: amber,
  groups: {
    Ride: [
      'Let us find the bicycle for you. 🚲\nWhere will you ride most?',
      { offer: ['To work, in town', 'On tours, for days', 'Off the road'], in: 'Where', to: 'Load' },
    ],
    Load: [
      'What do you take along?',
      { offer: ['Only myself', 'Bags and shopping', 'Children'], in: 'Load', to: 'Budget' },
    ],
    Budget: [
      'And what may it cost, at most?',
      {
        ask: 'number input',
        in: 'Budget',
        with: { min: 100, max: 20_000, step: 50, labels: { placeholder: '1500', button: 'At most this' } },
      },
      {
        when: [
          { if: ['Load', 'Equal to', 'Children'], to: 'Cargo' },
          { if: ['Where', 'Equal to', 'Off the road'], to: 'Trail' },
          { if: ['Where', 'Equal to', 'On tours, for days'], to: 'Tour' },
        ],
        to: 'Town',
      },
    ],
    Cargo: ['The one with room for two in front: our cargo bike Otter.', { to: 'Price' }],
    Trail: ['Wide tyres and good brakes: our trail bike Marten.', { to: 'Price' }],
    Tour: ['It carries bags and never complains: our touring bike Crane.', { to: 'Price' }],
    Town: ['Light, quiet and always ready: our town bike Swift.', { to: 'Price' }],
    Price: [{ when: [{ if: ['Budget', 'Less than', '900'], to: 'Used' }], to: 'Visit' }],
    Used: ['For {{Budget}} € we have it second-hand, checked and with a year of warranty.', { to: 'Visit' }],
    Visit: [
      'Would you like to try it?',
      { offer: { 'Yes, when can I come?': 'Appointment', 'Not now': 'Goodbye' }, in: 'Visit', to: 'Goodbye' },
    ],
    Appointment: [
      'Any day but Sunday. Which one suits you?',
      { ask: 'date input', in: 'Day', with: { labels: { button: 'This day' } } },
      'And who comes?',
      { ask: 'text input', in: 'Name', with: { labels: { placeholder: 'Your name' } } },
      'See you on {{Day}}, {{Name}}. It will stand ready. ☀️',
    ],
    Goodbye: ['All right. It was fun to look for it with you!'],
  },
}
