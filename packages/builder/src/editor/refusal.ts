import type { Reason } from '../document/held.js'
import { t, translated } from '../i18n/i18n.js'
import type { ServiceError } from '../service/api.js'
import type { SavingState } from './saving-state.js'

export { afterConflict } from '../document/after-conflict.js'

/** The operations that an error names, as `operations.3.path`; the error itself if it names none. */
export function reasonsOf({ message, issues = [] }: ServiceError): Reason[] {
  const named = issues.flatMap(({ path, message: reason }): Reason[] => {
    const index = /^operations\.(\d+)/.exec(path)?.[1]
    return index === undefined ? [] : [{ operation: Number(index), message: translated(reason) }]
  })
  return named.length > 0 ? named : [{ message: translated(issues[0]?.message ?? message) }]
}

/** Why edits are not saved. */
export function reasonOf(state: SavingState): string {
  switch (state.kind) {
    case 'refused':
      return state.message
    case 'gone':
      return t('the bot was deleted.')
    case 'readOnly':
      return t('you can no longer edit this bot.')
    case 'signedOut':
      return t('you are signed out.')
    default:
      return t('the service cannot be reached.')
  }
}
