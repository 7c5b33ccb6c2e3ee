import type { BotDocument } from '@colloquy/flow/operations'
import { createStore, type Store } from '../design/store.js'
import type { Editing } from '../document/editing.js'
import { applyBatches } from '../document/held.js'
import type { Journal, LeftBehind } from './journal.js'

/** Edits that earlier visits left on this device and that this page may not save without asking. */
export interface KeptEdits {
  readonly left: Store<LeftBehind>
  /** The document with these edits. */
  withEdits(whose: keyof LeftBehind): BotDocument
  /** Makes the edits of others as the signed-in user. */
  adopt(): void
  /** Deletes them from this device. */
  forget(whose: keyof LeftBehind): void
}

export function openKeptEdits(found: LeftBehind, editing: Editing, journal: Pick<Journal, 'forget'>): KeptEdits {
  const left = createStore<LeftBehind>(found)
  const forget = (whose: keyof LeftBehind) => {
    left.set({ [whose]: [] })
    void journal.forget(whose).catch(() => undefined)
  }
  return {
    left,
    withEdits: (whose) => applyBatches(editing.content, left.get()[whose]),
    adopt() {
      editing.restore(left.get().others)
      forget('others')
    },
    forget,
  }
}
