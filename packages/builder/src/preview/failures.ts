import type { LogCause, LogLine } from '../editor/run-state.js'
import { t } from '../i18n/i18n.js'

/** Why a block did not run, or not as its author means, by the cause of its log; undefined where a log reports no failure. */
const reasons: Record<LogCause, string | undefined> = {
  'missing-option': t('a setting is missing'),
  'missing-credentials': t('no account'),
  'unknown-block': t('this type of block is unknown'),
  'block-without-effect': t('it does nothing on this server'),
  'turn-limit': t('the flow runs in a circle'),
  'missing-target': t('its target is missing'),
  'missing-bot': t('the linked bot cannot be opened'),
  'refused-address': t('its address is not allowed'),
  'refused-request': t('its request was refused'),
  'invalid-address': t('an address is invalid'),
  'invalid-time-zone': t('the time zone is unknown'),
  'invalid-date-format': t('the date format is invalid'),
  'invalid-number': t('a number is invalid'),
  'invalid-payment': t('the payment is not set up'),
  'wrong-attribute': t('an attribute cannot hold the value'),
  'unread-part': t('a part of the response is missing'),
  'failed-code': t('its code failed'),
  'failed-block': t('it failed'),
  'full-session': t('a value is too large'),
  'service-answer': t('the service reported an error or did not answer'),
  preview: undefined,
  report: undefined,
  'unexpected-message': undefined,
}

/** A block that did not do what it should, in the run that an author tries out. */
export interface Failure {
  blockId: string
  cause: LogCause
  reason: string
}

/** Returns the failures that logs report: the last one of each block, in the order of the run. */
export function failuresIn(logs: readonly LogLine[]): Failure[] {
  const last = new Map<string, Failure>()
  for (const { status, cause, blockId } of logs) {
    if (status !== 'error' || cause === undefined || blockId === undefined) continue
    const reason = reasons[cause]
    if (reason === undefined) continue
    last.delete(blockId)
    last.set(blockId, { blockId, cause, reason })
  }
  return [...last.values()]
}
