import type { TemplateDefinition } from '../build-template.js'
import { plum } from './themes.js'

const parameter = 'number'
const orderNumber = { type: 'string', name: parameter, description: 'The number of the order', required: true }

const findOrder = `// Replace this list with a request to your shop.
const orders = {
  A1001: 'on its way, it arrives tomorrow',
  A1002: 'delivered on Monday, 49 EUR',
  A1003: 'being packed',
}
return orders[number.toUpperCase()] ?? 'There is no order with this number.'`

const refundOrder = `// Replace this line with a request to your shop.
return 'The refund of ' + number + ' is on its way and takes three working days.'`

export const shopAgent: TemplateDefinition = {
  icon: '🛍️',
  name: 'Shop agent with tools',
  hint: 'An agent that looks up orders, refunds them after the customer has agreed, and hands over to a person.',
  theme: plum,
  groups: {
    Agent: [
      {
        use: 'agent',
        with: ({ variable, group }) => ({
          service: 'openai',
          model: 'gpt-4o-mini',
          instructions:
            'You are the support agent of a small online shop. Be brief and friendly. Look up an order before you say anything about it. Refund only delivered orders, and only if the customer asks for it. If the customer is upset or wants a person, hand over.',
          firstMessage: 'Hi! I can look up orders and refund them. What can I do for you?',
          finishWhen: 'The customer needs nothing more.',
          tools: [
            {
              type: 'Function',
              name: 'find_order',
              description: 'Finds an order by its number, such as A1001',
              parameters: [orderNumber],
              code: findOrder,
            },
            {
              type: 'Function',
              name: 'refund_order',
              description: 'Refunds a delivered order',
              parameters: [orderNumber],
              code: refundOrder,
              asksFirst: true,
            },
            {
              type: 'Go to a group',
              name: 'ask_for_email',
              description: 'Asks the customer for an email address, where one is needed',
              groupId: group('Email address'),
              comesBack: true,
              returned: [{ variableId: variable('Email') }],
            },
          ],
        }),
        otherwise: {
          'hand-over': 'A person',
          failure: 'A person',
          'no-answer': 'A person',
          steps: 'A person',
          'over-budget': 'A person',
        },
      },
      { to: 'Rating' },
    ],
    'Email address': [
      'Which email address can we use?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com', button: 'Send' } } },
    ],
    'A person': [
      'Let me get a colleague. Where can they write to you?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com', button: 'Send' } } },
      'Thank you! They have this conversation and write to {{Email}} today.',
    ],
    Rating: [
      'Before you go: how did I do?',
      { ask: 'rating input', in: 'Rating', with: { length: 5, buttonType: 'Icons', isOneClickSubmitEnabled: true } },
      'Thank you, and goodbye!',
    ],
  },
}
