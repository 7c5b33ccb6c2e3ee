import { createStore } from '../design/store.js'

/** State of the edits of a bot: saved, or the reason why they are not. */
export type SavingState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'refused'; message: string }
  /** The bot was deleted, or is no longer shared with the signed-in user. */
  | { kind: 'gone' }
  /** The signed-in user may still view the bot, but no longer change it. */
  | { kind: 'readOnly' }
  | { kind: 'signedOut' }

/** Number of changes of the open bot that exist on this device only. */
export const keptChanges = createStore({ count: 0 })
