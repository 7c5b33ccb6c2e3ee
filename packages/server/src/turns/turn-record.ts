import { createHmac } from 'node:crypto'
import type { TurnEvent } from '@colloquy/engine'
import type { RecordedEffect, StartRecord, TurnRecord } from '@colloquy/prove'

type StartEvent = Extract<TurnEvent, { kind: 'start' }>

/** Random seed of a turn (32 bits): always the same for the same turn, and unpredictable without the secret. */
export function turnSeed(secret: string, sessionId: string, number: number): number {
  return createHmac('sha256', secret).update(`turn\0${sessionId}\0${number}`).digest().readUInt32LE()
}

export function startRecord(
  event: StartEvent,
  shown: { isStreamEnabled?: boolean; isProgressBarEnabled?: boolean },
  isAnswered: boolean,
  effects: RecordedEffect[] | undefined,
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
  return { message, start: isPlain ? undefined : start, messaging: event.messaging, effects }
}

export function replyRecord(
  message: TurnEvent['message'],
  textFormat: TurnEvent['textFormat'],
  given: Pick<TurnRecord, 'messaging' | 'handBack' | 'people' | 'streamed' | 'effects'> = {},
): TurnRecord {
  const { messaging, handBack, people, streamed, effects } = given
  // A client's claim about the text that it received does not count.
  return {
    message: streamed === undefined ? withoutWait(message) : undefined,
    textFormat: markdownOnly(textFormat),
    streamed,
    handBack,
    people,
    messaging,
    effects,
  }
}

/** A replay has other waits. */
function withoutWait(message: TurnEvent['message']): TurnEvent['message'] {
  return message?.type === 'no-answer' ? { type: 'no-answer' } : message
}

function markdownOnly(textFormat: TurnEvent['textFormat']): 'markdown' | undefined {
  return textFormat === 'markdown' ? textFormat : undefined
}
