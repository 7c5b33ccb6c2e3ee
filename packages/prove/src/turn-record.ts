import type { HandBack, Messaging, TurnEvent } from '@colloquy/engine'
import type { RecordedEffect } from './recorded-effects.js'

/** How a chat was started, if it differs from a plain start. */
export interface StartRecord {
  /** A message that was sent before the bot had asked anything. */
  message?: StartEvent['message']
  startFrom?: StartEvent['startFrom']
  isOnlyRegistering?: true
  prefilledVariables?: Record<string, unknown>
  isStreamEnabled?: true
  isProgressBarEnabled?: boolean
  textFormat?: 'markdown'
}
type StartEvent = Extract<TurnEvent, { kind: 'start' }>

/** The part of a request that is stored with its turn: together with the flow, the turn's time and its seed it reproduces the answer. */
export interface TurnRecord {
  /** Message of the visitor. */
  message?: TurnEvent['message']
  start?: StartRecord
  textFormat?: 'markdown'
  /** A text that was shown while it was generated, before the answer of the turn. */
  streamed?: string
  /** The turn generated a text that the client follows; it had no reply. */
  isGenerated?: true
  /** A person let the bot continue here; there was no reply. */
  handBack?: HandBack
  /** Words of people who had spoken in place of the bot, as models get them. */
  people?: string
  /** Sender of the message, from a messaging app. */
  messaging?: Messaging
  /** Outcomes of the turn's effects, in the order in which they were requested. Absent for turns without effects. */
  effects?: RecordedEffect[]
}
