import { choice, flag, group, number, saveIn, shownText } from '../integrations/fields.js'
import { defineBlock } from './define.js'

export const ratingInput = defineBlock({
  type: 'rating input',
  section: 'input',
  label: 'Rating',
  icon: 'star',
  description: 'Ask for stars or a number',
  keywords: 'nps, stars, scale, score, csat, survey, feedback, opinion',
  asks: 'scale',
  example: '4',
  options: {
    variableId: saveIn({ label: 'Save the answer in' }),
    buttonType: choice(['Icons', 'Numbers'], { label: 'Looks', default: 'Numbers' }),
    length: number({ label: 'How many', default: 10, isStrict: true }),
    startsAt: number({ label: 'First number', default: 0, shows: 'all' }),
    labels: group({
      label: 'Labels',
      fields: {
        left: shownText({ label: 'Left' }),
        right: shownText({ label: 'Right' }),
        button: shownText({ label: 'Button', default: 'Send' }),
      },
    }),
    customIcon: group({
      label: 'Own icon',
      fields: { isEnabled: flag({ label: 'On', default: false }), svg: shownText({ label: 'SVG' }) },
    }),
    isOneClickSubmitEnabled: flag({ label: 'Send with one click', default: false }),
  },
  messaging: [
    {
      kind: 'changed',
      text: 'No stars or numbers are shown: the question before it should say which numbers can be answered.',
    },
  ],
})
