import type { TemplateDefinition } from '../build-template.js'
import { plum } from './themes.js'

export const eventRegistration: TemplateDefinition = {
  icon: '🎟️',
  name: 'Event registration',
  hint: 'Registers guests with companions, sessions and meals.',
  theme: plum,
  groups: {
    Invitation: [
      'You are invited to our open day. 🎉\nIt is free, but the seats are few. Shall we keep one for you?',
      { offer: { 'Yes, I will come': 'Guest', 'I cannot make it': 'Another time' }, in: 'Comes', to: 'Guest' },
    ],
    Guest: [
      'Wonderful! Under which name?',
      { ask: 'text input', in: 'Name', with: { labels: { placeholder: 'First and last name' } } },
      'And your email address, for the ticket?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com' } } },
      'How many people come with you, {{Name}}?',
      {
        ask: 'number input',
        in: 'Companions',
        with: { min: 0, max: 5, labels: { placeholder: '0 to 5' } },
        to: 'Programme',
      },
    ],
    Programme: [
      'Which parts would you like to see? Choose as many as you like.',
      {
        offer: ['Tour of the workshop', 'Talk: how it all began', 'Hands-on for children', 'Evening concert'],
        in: 'Sessions',
        with: { isMultipleChoice: true, buttonLabel: 'These ones' },
      },
      'There will be something to eat. Anything we should know?',
      {
        offer: {
          'I eat everything': '',
          'Without meat': '',
          'Without animal products': '',
          'I have an allergy': 'Allergy',
        },
        in: 'Food',
        to: 'Ticket',
      },
    ],
    Allergy: [
      'Thank you for telling us. What do you not tolerate?',
      { ask: 'text input', in: 'Allergy', with: { labels: { placeholder: 'Nuts, milk, …' } }, to: 'Ticket' },
    ],
    Ticket: ['Your seat is kept, {{Name}}. The ticket comes to {{Email}}.\nSee you there! 👋'],
    'Another time': [
      'What a pity. Shall we tell you about the next one?',
      { offer: { 'Yes, please': 'Next time', 'No, thank you': 'Goodbye' }, in: 'Next time', to: 'Goodbye' },
    ],
    'Next time': [
      'Where can we write to you?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com' } }, to: 'Goodbye' },
    ],
    Goodbye: ['All right. Have a good day!'],
  },
}
