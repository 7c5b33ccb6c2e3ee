import type { TemplateDefinition } from '../build-template.js'
import { indigo } from './themes.js'

export const leadQualification: TemplateDefinition = {
  icon: '👋',
  name: 'Lead qualification',
  hint: 'Finds out who asks, what for and by when, and sorts small requests from large ones.',
  theme: indigo,
  groups: {
    Welcome: [
      'Hi there! 👋\nA few short questions, and the right person will get back to you.\nWhat is your name?',
      { ask: 'text input', in: 'Name', with: { labels: { placeholder: 'First name is fine', button: 'Send' } } },
      { to: 'What they need' },
    ],
    'What they need': [
      'Nice to meet you, {{Name}}. What brings you here?',
      {
        offer: { 'See a demo': '', 'Get a price': '', 'I am a customer and need help': 'Customer support' },
        in: 'Need',
        to: 'The company',
      },
    ],
    'The company': [
      'Which company are you with?',
      { ask: 'text input', in: 'Company', with: { labels: { placeholder: 'Name of the company', button: 'Send' } } },
      'And how many people would use it?',
      {
        ask: 'number input',
        in: 'Team size',
        with: { labels: { placeholder: '25', button: 'Send' }, min: 1, max: 100_000 },
      },
      { when: [{ if: ['Team size', 'Greater than', '49'], to: 'Large team' }], to: 'How to reach them' },
    ],
    'Large team': [
      'For a team of {{Team size}} we set up a call with an advisor.\nBy when would you like to start?',
      { ask: 'date input', in: 'Deadline', with: { labels: { button: 'That day' } }, to: 'How to reach them' },
    ],
    'Customer support': [
      'We are sorry that something is not right. Tell us what happened, in your own words.',
      {
        ask: 'text input',
        in: 'Need',
        with: { isLong: true, labels: { placeholder: 'What happened?', button: 'Send' } },
        to: 'How to reach them',
      },
    ],
    'How to reach them': [
      'Where can we write to you?',
      {
        ask: 'email input',
        in: 'Email',
        with: {
          labels: { placeholder: 'you@company.com', button: 'Send' },
          retryMessageContent: 'That address looks incomplete. Once more?',
        },
      },
      'Thank you, {{Name}}! We will write to {{Email}} within one working day.',
    ],
  },
}
