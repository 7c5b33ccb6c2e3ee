import type { Messaging, TurnEvent } from '@colloquy/engine'
import type { RecordedEffect } from './recorded-effects.js'

/** How a chat was begun, as far as it differs from a plain start. */
export interface StartRecord {
  /** A message that nothing had asked for yet. */
  message?: StartEvent['message']
  startFrom?: StartEvent['startFrom']
  isOnlyRegistering?: true
  prefilledVariables?: Record<string, unknown>
  isStreamEnabled?: true
  isProgressBarEnabled?: boolean
  textFormat?: 'markdown'
}
type StartEvent = Extract<TurnEvent, { kind: 'start' }>

/** What a turn keeps of the request behind it: with the flow, the turn's time and its seed it gives the same answer again. */
export interface TurnRecord {
  /** What the visitor said. */
  message?: TurnEvent['message']
  start?: StartRecord
  textFormat?: 'markdown'
  /** A text that was shown while it was generated, before what the turn answers. */
  streamed?: string
  /** The turn generated a text that the client follows; it had no reply. */
  isGenerated?: true
  /** Who said it, from a messaging app. */
  messaging?: Messaging
  /** Outcomes of the turn's effects, in the order in which they were asked for. Absent from turns without effects. */
  effects?: RecordedEffect[]
}
