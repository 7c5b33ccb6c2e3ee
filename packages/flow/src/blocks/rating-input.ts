import { choice, flag, group, number, saveIn, shownText } from '../fields/fields.js'
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
    variableId: saveIn({ label: 'Save answer to' }),
    buttonType: choice(['Icons', 'Numbers'], { label: 'Style', default: 'Numbers' }),
    length: number({ label: 'Scale length', default: 10, isStrict: true }),
    startsAt: number({ label: 'Start at', default: 0, shows: 'all' }),
    labels: group({
      label: 'Labels',
      isAdvanced: true,
      fields: {
        left: shownText({ label: 'Left' }),
        right: shownText({ label: 'Right' }),
        button: shownText({ label: 'Button', default: 'Send' }),
      },
    }),
    customIcon: group({
      label: 'Custom icon',
      isAdvanced: true,
      fields: {
        isEnabled: flag({ label: 'On', default: false }),
        svg: shownText({ label: 'SVG', shownWhen: { option: 'isEnabled', is: [true] } }),
      },
    }),
    isOneClickSubmitEnabled: flag({ label: 'Submit on click', default: false }),
  },
  messaging: [
    {
      kind: 'changed',
      text: 'No stars or numbers are shown: the question before it should say which numbers can be answered.',
    },
  ],
})
