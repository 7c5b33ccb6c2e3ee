import { flag, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const wait = defineBlock({
  type: 'Wait',
  section: 'logic',
  label: 'Wait',
  icon: 'hourglass',
  description: 'Pause for some seconds',
  keywords: 'delay, pause, sleep, timeout, typing',
  changesNothing: true,
  options: {
    secondsToWaitFor: shownText({ label: 'Seconds', reads: 'amount' }),
    shouldPause: flag({ label: 'Pause the flow', default: false }),
  },
  needs: { 'options.secondsToWaitFor': 'Give the seconds to wait' },
  waits: ({ options }) => options?.shouldPause === true,
  summary: ({ options }) => (options?.secondsToWaitFor ? `${options.secondsToWaitFor} seconds` : ''),
})
