import type { TemplateDefinition } from '../build-template.js'
import { berry } from './themes.js'

export const supportTriage: TemplateDefinition = {
  icon: '🛟',
  name: 'Support triage',
  hint: 'Triages issues by urgency, tries quick fixes, and collects details for your team.',
  theme: berry,
  groups: {
    Trouble: [
      'Hello! Let us get you going again.\nWhat is the matter?',
      {
        offer: {
          'Nothing works at all': 'Outage',
          'I cannot sign in': 'Sign-in',
          'Something looks wrong': 'Detail',
          'A question about my bill': 'Bill',
        },
        in: 'Topic',
        to: 'Detail',
      },
    ],
    Outage: [
      'That sounds bad. Since when?',
      { offer: ['Just now', 'Since today', 'For longer'], in: 'Since' },
      { set: 'Urgency', as: 'high' },
      { to: 'Contact' },
    ],
    'Sign-in': [
      'In most cases a new password helps: choose “Forgot password” on the sign-in page, and look among unwanted mail, too.\nDid that work?',
      { offer: { 'Yes, I am in': 'Solved', 'No, it did not': 'Detail' }, in: 'Reset worked', to: 'Detail' },
    ],
    Bill: [
      'Which number stands on it?',
      { ask: 'text input', in: 'Bill number', with: { labels: { placeholder: '2026-00123' } } },
      { set: 'Urgency', as: 'low' },
      { to: 'Detail' },
    ],
    Detail: [
      'Please tell us what happened, and what you had expected.',
      { ask: 'text input', in: 'Description', with: { isLong: true, labels: { placeholder: 'When I…' } } },
      'A picture of the screen often says it all. You can leave it out.',
      {
        ask: 'file input',
        in: 'Picture',
        with: {
          isRequired: false,
          labels: { placeholder: 'Choose a picture', button: 'Send', skip: 'Without a picture' },
        },
        to: 'Contact',
      },
    ],
    Contact: [
      'Where can we reach you?',
      { ask: 'email input', in: 'Email', with: { labels: { placeholder: 'you@example.com' } } },
      { when: [{ if: ['Urgency', 'Equal to', 'high'], to: 'At once' }], to: 'Soon' },
    ],
    'At once': [
      'This goes to the top. A number for a call would help, too:',
      { ask: 'phone number input', in: 'Phone', with: { labels: { placeholder: 'Phone number' } } },
      'Thank you. Somebody calls you within the hour.',
    ],
    Soon: ['Thank you! You get an answer at {{Email}} within one working day.'],
    Solved: ['Wonderful! 🎉 Come back whenever something is wrong.'],
  },
}
