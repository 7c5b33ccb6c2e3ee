import type { TemplateDefinition } from '../build-template.js'
import { indigo } from './themes.js'

const inserted = (variable: string) => `{{${variable}}}`

export const leadToCalendar: TemplateDefinition = {
  icon: '📅',
  name: 'Lead to sheet and calendar',
  hint: 'Asks what a sales call needs, adds a row to your sheet, and books the call where it is worth one.',
  theme: indigo,
  groups: {
    Welcome: [
      'Hi! Four short questions, and you know who to talk to.',
      'What is your name?',
      { ask: 'text input', in: 'Name', with: { labels: { placeholder: 'Your name', button: 'Next' } } },
      'Nice to meet you, {{Name}}. What is your work email address?',
      { ask: 'email input', in: 'Work email', with: { labels: { placeholder: 'you@company.com', button: 'Next' } } },
      { to: 'Company' },
    ],
    Company: [
      'How many people work at your company?',
      { offer: ['1 to 10', '11 to 50', '51 to 250', 'More than 250'], in: 'Size' },
      'What would you like to solve?',
      {
        ask: 'text input',
        in: 'Need',
        with: { isLong: true, labels: { placeholder: 'In a few words', button: 'Send' } },
      },
      { to: 'Save' },
    ],
    Save: [
      {
        use: 'Google Sheets',
        with: () => ({
          action: 'Insert a row',
          cellsToInsert: ['Name', 'Work email', 'Size', 'Need'].map((column) => ({
            id: column.toLowerCase(),
            column,
            value: inserted(column),
          })),
        }),
        otherwise: { failure: 'Fit' },
      },
      { to: 'Fit' },
    ],
    Fit: [{ when: [{ if: ['Size', 'Equal to', '1 to 10'], to: 'Write' }], to: 'Book' }],
    Book: [
      'Pick a time that suits you. The call takes 20 minutes.',
      {
        use: 'cal-com',
        with: ({ variable }) => ({
          action: 'Book event',
          layout: 'Month',
          name: inserted('Name'),
          email: inserted('Work email'),
          additionalNotes: inserted('Need'),
          saveBookedDateInVariableId: variable('Call'),
        }),
      },
      'See you soon, {{Name}}! The invitation is on its way to {{Work email}}.',
    ],
    Write: ['Thank you, {{Name}}! We write to {{Work email}} today, with an offer that fits a small team.'],
  },
}
