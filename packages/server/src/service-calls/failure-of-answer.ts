import type { Effects } from '@colloquy/engine'

type Answer = Effects['http']['brings'] | Effects['request']['brings']

/** Returns why a call to a service failed; undefined if it succeeded or is queued. */
export function failureOfAnswer(outcome: Answer): string | undefined {
  switch (outcome.answer) {
    case 'response':
      return outcome.status >= 200 && outcome.status < 300 ? undefined : `The answer has the status ${outcome.status}`
    case 'timeout':
      return `There was no answer within ${outcome.seconds} s`
    case 'refused':
    case 'failed':
      return outcome.reason
    default:
      return undefined
  }
}
