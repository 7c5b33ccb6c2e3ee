import type { TemplateDefinition } from '../build-template.js'
import { slate } from './themes.js'

export const bugReport: TemplateDefinition = {
  icon: '🐞',
  name: 'Bug report',
  hint: 'Collects what developers need to fix a bug: steps, severity and a screenshot.',
  theme: slate,
  groups: {
    Welcome: [
      'Something is broken? Thank you for telling us. It takes a minute.',
      'What did you want to do?',
      { ask: 'text input', in: 'Goal', with: { labels: { placeholder: 'Export my invoices', button: 'Next' } } },
      'And what happened instead?',
      {
        ask: 'text input',
        in: 'Problem',
        with: { isLong: true, labels: { placeholder: 'Step by step', button: 'Next' } },
      },
      { to: 'Severity' },
    ],
    Severity: [
      'How bad is it for you?',
      {
        offer: { 'I cannot work': 'Picture', 'I found a way around': 'Picture', 'It is only ugly': 'Contact' },
        in: 'Severity',
        to: 'Picture',
      },
    ],
    Picture: [
      'A picture of the screen helps most. Do you have one?',
      {
        ask: 'file input',
        in: 'Picture',
        with: { isRequired: false, labels: { placeholder: 'Drop a picture here', button: 'Upload', skip: 'Skip' } },
      },
      { to: 'Contact' },
    ],
    Contact: [
      'Where can we tell you once it is mended?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com', button: 'Send' } } },
      { when: [{ if: ['Severity', 'Equal to', 'I cannot work'], to: 'Urgent' }], to: 'Thanks' },
    ],
    Urgent: ['We look at it right now and write to {{Email}} within the hour.'],
    Thanks: ['Thank you! We write to {{Email}} once “{{Goal}}” works again.'],
  },
}
