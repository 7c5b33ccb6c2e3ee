import { shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const start = defineBlock({
  type: 'start',
  section: 'logic',
  label: 'Start',
  icon: 'flag',
  description: 'The start of an older flow',
  keywords: '',
  isOld: true,
  isMarker: true,
  changesNothing: true,
  own: { label: shownText({ label: 'Label' }) },
})
