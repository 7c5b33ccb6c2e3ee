import type { TemplateDefinition } from '../build-template.js'
import { sky } from './themes.js'

export const bookingRequest: TemplateDefinition = {
  icon: '📅',
  name: 'Appointment request',
  hint: 'Collects a preferred date and time, and how to confirm it.',
  theme: sky,
  groups: {
    'Which service': [
      'Good to see you! Let us find a time that suits you.\nWhat would you like to book?',
      {
        offer: { 'First visit': '', 'Follow-up': '', 'It is urgent': 'Urgent' },
        in: 'Service',
        to: 'Day and time',
      },
    ],
    Urgent: [
      'Then please do not wait for an answer here: give us your number, and we call you back at once.',
      {
        ask: 'phone number input',
        in: 'Phone',
        with: { labels: { placeholder: 'Phone number' } },
        to: 'Confirmation',
      },
    ],
    'Day and time': [
      'Which day suits you best?',
      { ask: 'date input', in: 'Day', with: { labels: { button: 'This day' } } },
      'And at what time?',
      { ask: 'time input', in: 'Time', with: { labels: { button: 'At this time' } }, to: 'Who comes' },
    ],
    'Who comes': [
      'Under which name shall we note it down?',
      { ask: 'text input', in: 'Name', with: { labels: { placeholder: 'Your name' } } },
      'And a number, in case something changes?',
      {
        ask: 'phone number input',
        in: 'Phone',
        with: { labels: { placeholder: 'Phone number' } },
        to: 'Confirmation',
      },
    ],
    Confirmation: ['Thank you! We have noted your request and will confirm it shortly. 📅'],
  },
}
