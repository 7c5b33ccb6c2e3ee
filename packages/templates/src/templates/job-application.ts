import type { TemplateDefinition } from '../build-template.js'
import { slate } from './themes.js'

export const jobApplication: TemplateDefinition = {
  icon: '💼',
  name: 'Job application',
  hint: 'A first interview with applicants: role, experience, a file, and when they can start.',
  theme: slate,
  groups: {
    Welcome: [
      'Hello, and thank you for thinking of us.\nThis takes about three minutes. You can send your papers at the end.\nWhat is your name?',
      { ask: 'text input', in: 'Name', with: { labels: { placeholder: 'First and last name' } }, to: 'Role' },
    ],
    Role: [
      'Which work would you like to do with us, {{Name}}?',
      {
        offer: { Kitchen: '', Service: '', Office: '', 'Something else': 'Own idea' },
        in: 'Role',
        to: 'Experience',
      },
    ],
    'Own idea': [
      'Tell us: what would you like to do?',
      {
        ask: 'text input',
        in: 'Role',
        with: { isLong: true, labels: { placeholder: 'I would like to…' } },
        to: 'Experience',
      },
    ],
    Experience: [
      'How many years have you done that, or something close to it?',
      { ask: 'number input', in: 'Years', with: { min: 0, max: 60, labels: { placeholder: '0' } } },
      { when: [{ if: ['Years', 'Less than', '1'], to: 'Beginner' }], to: 'Proud of' },
    ],
    Beginner: [
      'Everybody begins once, and we like to teach. What makes you want to learn it?',
      { ask: 'text input', in: 'Why', with: { isLong: true, labels: { placeholder: 'Because…' } }, to: 'Start' },
    ],
    'Proud of': [
      'What in those years are you proud of?',
      { ask: 'text input', in: 'Why', with: { isLong: true, labels: { placeholder: 'I am proud of…' } }, to: 'Start' },
    ],
    Start: [
      'From which day on could you begin?',
      { ask: 'date input', in: 'From', with: { labels: { button: 'From this day' } } },
      'And how many hours a week?',
      { offer: ['Full time', 'Part time', 'Weekends only'], in: 'Hours', to: 'Papers' },
    ],
    Papers: [
      'If you have a CV at hand, you can send it here.',
      {
        ask: 'file input',
        in: 'CV',
        with: {
          isRequired: false,
          labels: { placeholder: 'Choose a file', button: 'Send', skip: 'I have none at hand' },
        },
      },
      'Where can we reach you?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com' } } },
      'Thank you, {{Name}}. Somebody reads this within the week and writes to {{Email}}, whatever the answer is.',
    ],
  },
}
