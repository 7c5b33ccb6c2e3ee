import type { Part, TemplateDefinition } from '../build-template.js'
import { night } from './themes.js'

const point: Part = { set: 'Score', as: '{{Score}} + 1' }

export const quiz: TemplateDefinition = {
  icon: '🧠',
  name: 'Quiz with a score',
  hint: 'Three questions, a point for each right answer, and a verdict at the end.',
  theme: night,
  groups: {
    Beginning: [
      'Three questions about the night sky. No looking things up!',
      { set: 'Score', as: '0' },
      'First: which of these is no planet?',
      {
        offer: { Venus: 'Not quite', Pluto: 'Right about Pluto', Neptune: 'Not quite' },
        in: 'First answer',
        to: 'Not quite',
      },
    ],
    'Right about Pluto': ['Right. It has been a dwarf planet since 2006.', point, { to: 'Light' }],
    'Not quite': ['Not quite: it is Pluto, a dwarf planet since 2006.', { to: 'Light' }],
    Light: [
      'Second: how long does light take from the sun to us?',
      {
        offer: { 'Eight seconds': 'Longer', 'Eight minutes': 'Right about light', 'Eight hours': 'Longer' },
        in: 'Second answer',
        to: 'Longer',
      },
    ],
    'Right about light': ['Right. The sun that you see is eight minutes old.', point, { to: 'Moon' }],
    Longer: ['It is eight minutes. The sun that you see is a little in the past.', { to: 'Moon' }],
    Moon: [
      'Last one: how many people have walked on the moon? Take a guess.',
      { ask: 'number input', in: 'Guess', with: { min: 0, max: 1000, labels: { placeholder: 'A number' } } },
      { when: [{ if: ['Guess', 'Equal to', '12'], to: 'Right about the moon' }], to: 'Twelve' },
    ],
    'Right about the moon': ['Exactly! Twelve, all of them between 1969 and 1972.', point, { to: 'Verdict' }],
    Twelve: ['It is twelve, all of them between 1969 and 1972.', { to: 'Verdict' }],
    Verdict: [
      {
        when: [
          { if: ['Score', 'Equal to', '3'], to: 'All right' },
          { if: ['Score', 'Equal to', '0'], to: 'None' },
        ],
        to: 'Some',
      },
    ],
    'All right': ['Three of three. You spend your nights outside, it seems. 🌌', { to: 'Once more' }],
    Some: ['{{Score}} of three. Well done! 🌠', { to: 'Once more' }],
    None: ['None of three, but now you know three new things. 🌘', { to: 'Once more' }],
    'Once more': [
      'Do you want to try again?',
      { offer: { 'Once more': 'Beginning', 'That is enough': 'End' }, in: 'Again', to: 'End' },
    ],
    End: ['Good night, and clear skies!'],
  },
}
