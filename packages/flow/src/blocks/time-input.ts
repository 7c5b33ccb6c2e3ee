import { group, saveIn, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { noCalendar } from './shared.js'

export const timeInput = defineBlock({
  type: 'time input',
  section: 'input',
  label: 'Time',
  icon: 'clock',
  description: 'Ask for a time of day',
  keywords: 'hour, clock, timepicker',
  asks: 'time',
  example: '12:30',
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    labels: group({ label: 'Labels', fields: { button: shownText({ label: 'Button', default: 'Send' }) } }),
    format: shownText({ label: 'Format', default: 'HH:mm', reads: 'date format' }),
  },
  messaging: noCalendar,
})
