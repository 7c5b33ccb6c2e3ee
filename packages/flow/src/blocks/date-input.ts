import { flag, group, saveIn, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { noCalendar } from './shared.js'

export const dateInput = defineBlock({
  type: 'date input',
  section: 'input',
  label: 'Date',
  icon: 'calendar',
  description: 'Ask for a date or a range',
  keywords: 'calendar, day, range, birthday, datepicker',
  asks: 'date',
  example: '2026-01-15',
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    labels: group({
      label: 'Labels',
      isAdvanced: true,
      fields: {
        button: shownText({ label: 'Button', default: 'Send' }),
        from: shownText({ label: 'From', default: 'From' }),
        to: shownText({ label: 'To', default: 'To' }),
        separator: shownText({ label: 'Separator', default: 'to' }),
      },
    }),
    hasTime: flag({ label: 'Include time', default: false }),
    isRange: flag({ label: 'Date range', default: false }),
    format: shownText({ label: 'Format', default: 'dd/MM/yyyy', isAdvanced: true, reads: 'date format' }),
    min: shownText({ label: 'Minimum' }),
    max: shownText({ label: 'Maximum' }),
  },
  messaging: noCalendar,
})
