import type { Part, TemplateDefinition } from '../build-template.js'
import { slate } from './themes.js'

const rate = (question: string, variable: string): Part[] => [
  question,
  {
    ask: 'rating input',
    in: variable,
    with: {
      buttonType: 'Numbers',
      length: 5,
      startsAt: 1,
      isOneClickSubmitEnabled: true,
      labels: { left: 'Not at all', right: 'Completely' },
    },
  },
]

export const employeePulse: TemplateDefinition = {
  icon: '💬',
  name: 'Employee pulse',
  hint: 'Three ratings and one open question, without names, in less than two minutes.',
  theme: slate,
  groups: {
    Begin: [
      'Our monthly check-in: three ratings, one question. Your answers carry no name.',
      { offer: ['Let’s go'], in: 'Begun', to: 'Ratings' },
    ],
    Ratings: [
      ...rate('I know what is expected of me.', 'Clarity'),
      ...rate('My workload is manageable.', 'Workload'),
      ...rate('I would recommend working here.', 'Recommend'),
      { when: [{ if: ['Workload', 'Less than', '3'], to: 'Workload' }], to: 'Idea' },
    ],
    Workload: [
      'Thank you for telling us. What would make your week lighter?',
      {
        ask: 'text input',
        in: 'Lighter',
        with: { isLong: true, labels: { placeholder: 'Less of…, more of…', button: 'Send' } },
        to: 'Idea',
      },
    ],
    Idea: [
      'If you could change one thing at work, what would it be?',
      {
        ask: 'text input',
        in: 'Idea',
        with: { isLong: true, labels: { placeholder: 'Anything, big or small', button: 'Send' } },
      },
      'Thank you! The team discusses the results on the first Monday of the month.',
    ],
  },
}
