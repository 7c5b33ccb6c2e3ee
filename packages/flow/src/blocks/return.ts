import { defineBlock } from './define.js'

export const returnBlock = defineBlock({
  type: 'Return',
  section: 'logic',
  label: 'Return',
  icon: 'undo',
  description: 'Return to where an event came from',
  keywords: 'back, event, end, stop',
  returns: true,
  ways: () => ({ mayEnd: true }),
})
