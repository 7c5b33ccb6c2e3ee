import { PassThrough } from 'node:stream'
import type { BrowserNotification } from '../notifications/notifier.js'
import type { BroadcastBatch } from './broadcast-batch.js'
import type { LastEdit } from './last-edit.js'
import type { Cursor, Person } from './presence.js'

/** Events for the subscribers of a bot. */
export type LiveEvent =
  | { kind: 'operations'; batch: BroadcastBatch }
  | { kind: 'reload'; revision: number }
  | { kind: 'edited'; edit: LastEdit }
  | { kind: 'people'; people: Person[] }
  | { kind: 'pointers'; pointers: readonly Cursor[] }
  | { kind: 'comments' }
  | { kind: 'notified'; notification: Pick<BrowserNotification, 'botName' | 'event' | 'count' | 'resultId'> }
  | { kind: 'end'; reason: 'rights' | 'closing' }

/** Bytes that may be buffered for a slow reader. Beyond them the stream ends, and the client resumes where it ended. */
const maxWaiting = 1_000_000
/** Bytes beyond which a reader receives no cursors: they would be out of date by the time they are read. */
const maxBeforeCursors = 50_000

/** A stream of server-sent events. */
export class LiveStream {
  readonly stream = new PassThrough()

  constructor() {
    // Proxies and browsers wait for a first byte; a client that lost the stream reconnects after this time.
    this.stream.write('retry: 2000\n\n')
  }

  get isOpen(): boolean {
    return !this.stream.writableEnded && !this.stream.destroyed
  }

  send(event: LiveEvent): void {
    if (!this.isOpen) return
    if (event.kind === 'pointers' && this.#waiting > maxBeforeCursors) return
    this.#write(textOf(event))
    if (event.kind === 'end') this.stream.end()
  }

  beat(): void {
    if (this.isOpen) this.#write(': still here\n\n')
  }

  #write(text: string): void {
    this.stream.write(text)
    if (this.#waiting > maxWaiting) this.stream.destroy()
  }

  get #waiting(): number {
    return this.stream.writableLength + this.stream.readableLength
  }
}

function textOf(event: LiveEvent): string {
  switch (event.kind) {
    case 'operations':
      return `event: operations\nid: ${event.batch.revision}\ndata: ${JSON.stringify(event.batch)}\n\n`
    case 'reload':
      return `event: reload\nid: ${event.revision}\ndata: ${JSON.stringify({ revision: event.revision })}\n\n`
    case 'edited':
      return `event: edited\ndata: ${JSON.stringify(event.edit)}\n\n`
    case 'people':
      return `event: people\ndata: ${JSON.stringify(event.people)}\n\n`
    case 'pointers':
      return `event: pointers\ndata: ${JSON.stringify(event.pointers)}\n\n`
    case 'comments':
      return 'event: comments\ndata: {}\n\n'
    case 'notified':
      return `event: notified\ndata: ${JSON.stringify(event.notification)}\n\n`
    case 'end':
      return `event: end\ndata: ${JSON.stringify({ reason: event.reason })}\n\n`
  }
}
