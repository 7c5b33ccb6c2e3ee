import type { TemplateDefinition } from '../build-template.js'
import { amber } from './themes.js'

export const typedOrder: TemplateDefinition = {
  icon: '🥐',
  name: 'Order in your own words',
  hint: 'Reads an order from a free text, asks only for what is missing, and has it confirmed.',
  theme: amber,
  groups: {
    Welcome: [
      'Good morning from the bakery! What would you like, and when do you pick it up?',
      {
        ask: 'text input',
        in: 'Order',
        with: { isLong: true, labels: { placeholder: 'Two rye loaves for Saturday, please. Ada', button: 'Order' } },
      },
      { to: 'Read' },
    ],
    Read: [
      {
        use: 'openai',
        with: ({ variable }) => ({
          action: 'Generate variables',
          model: 'gpt-4o-mini',
          prompt: 'Read the order of a customer of a bakery. Do not guess what they did not say.',
          source: 'Variable',
          sourceVariableId: variable('Order'),
          variablesToExtract: [
            {
              type: 'enum',
              variableId: variable('Product'),
              description: 'Ordered items',
              values: ['Rye loaf', 'Baguette', 'Croissant', 'Birthday cake'],
            },
            { type: 'integer', variableId: variable('Quantity'), description: 'How many', min: 1, max: 200 },
            { type: 'date', variableId: variable('Pick-up day'), description: 'The day on which it is picked up' },
            { type: 'string', variableId: variable('Name'), description: 'The name of the customer' },
          ],
          missingVariableId: variable('Missing'),
        }),
        otherwise: { 'no-answer': 'Ask for the rest', failure: 'By hand' },
      },
      { to: 'Confirm' },
    ],
    'Ask for the rest': [
      { set: 'Missing names', as: '{{Missing}}.join(", ")' },
      'Almost done. I still need: {{Missing names}}.',
      { ask: 'text input', in: 'More', with: { labels: { placeholder: 'Type it here', button: 'Send' } } },
      { set: 'Order', as: '{{Order}} + ". " + {{More}}' },
      { to: 'Read' },
    ],
    Confirm: [
      'So that is {{Quantity}} × {{Product}} for {{Name}}, to be picked up on {{Pick-up day}}.',
      { offer: { 'Yes, order it': 'Done', 'No, once more': 'Welcome' }, in: 'Confirmed', to: 'Done' },
    ],
    Done: ['Thank you, {{Name}}! It will be ready from 7 in the morning.'],
    'By hand': [
      'I could not read that. Which phone number can we call you back on?',
      { ask: 'phone number input', in: 'Phone', with: { labels: { button: 'Call me' } } },
      'Thank you! We call you within the hour.',
    ],
  },
}
