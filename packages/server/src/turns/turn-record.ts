import { createHmac } from 'node:crypto'
import type { Messaging, TurnEvent } from '@colloquy/engine'

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
  /** Who said it, from a messaging app. */
  messaging?: Messaging
}

/** Chance of one turn: always the same for the same turn, and not to be guessed without the secret. 32 bits. */
export function turnSeed(secret: string, sessionId: string, number: number): number {
  return createHmac('sha256', secret).update(`turn\0${sessionId}\0${number}`).digest().readUInt32LE()
}

export function startRecord(
  event: StartEvent,
  shown: { isStreamEnabled?: boolean; isProgressBarEnabled?: boolean },
  isAnswered: boolean,
): TurnRecord {
  const start: StartRecord = {
    message: isAnswered ? undefined : event.message,
    startFrom: event.startFrom,
    isOnlyRegistering: event.isOnlyRegistering || undefined,
    prefilledVariables: event.prefilledVariables,
    isStreamEnabled: shown.isStreamEnabled || undefined,
    isProgressBarEnabled: shown.isProgressBarEnabled,
    textFormat: markdownOnly(event.textFormat),
  }
  const isPlain = Object.values(start).every((value) => value === undefined)
  const message = isAnswered ? event.message : undefined
  return { message, start: isPlain ? undefined : start, messaging: event.messaging }
}

export function replyRecord(
  message: TurnEvent['message'],
  textFormat: TurnEvent['textFormat'],
  messaging?: Messaging,
): TurnRecord {
  return { message, textFormat: markdownOnly(textFormat), messaging }
}

function markdownOnly(textFormat: TurnEvent['textFormat']): 'markdown' | undefined {
  return textFormat === 'markdown' ? textFormat : undefined
}
