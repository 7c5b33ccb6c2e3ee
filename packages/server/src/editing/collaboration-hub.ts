import type { OperationBatch, Storage } from '@colloquy/storage'
import type { BrowserNotification } from '../notifications/notifier.js'
import { broadcastBatch } from './broadcast-batch.js'
import { Cursors } from './cursors.js'
import { lastEdit } from './last-edit.js'
import type { LiveEvent, LiveStream } from './live-stream.js'
import { type Guest, People, type PlacedCursor, type PresenceNotification } from './presence.js'

declare module '../service.js' {
  interface Service {
    readonly collaboration: CollaborationHub
  }
}

/** A subscriber to the changes of a bot. */
export interface Subscriber {
  readonly stream: Pick<LiveStream, 'send' | 'beat' | 'isOpen'>
  /** Last revision of the bot that was sent. */
  revision: number
  /** Name and colour that other editors see, and the time of the last move; undefined for viewers without presence. */
  presence: { person: Guest; at: number } | undefined
  /** True if they may still read the bot. */
  isAllowed(): Promise<boolean>
}

interface Channel {
  readonly subscribers: Set<Subscriber>
  readonly people: People
  /** Number of subscribers that are still receiving missed changes before they join. */
  joining: number
  /** True while a list of its people is about to be sent. */
  arePeopleDue: boolean
  /** Number of notifications received; they are handled one after another. */
  notified: number
  isBroadcasting: boolean
}

export interface CollaborationOptions {
  storage: Pick<Storage, 'botOperations' | 'changes' | 'users'>
  now(): number
  /** Receives errors of background work. */
  report(error: unknown): void
}

/**
 * The subscribers of bots on this instance. The storage notifies that a bot has changed; its operations are then read once for all
 * subscribers. Access rights are checked before each broadcast, when rights of anybody end, and with every heartbeat.
 */
export class CollaborationHub {
  readonly #options: CollaborationOptions
  readonly #channels = new Map<string, Channel>()
  readonly #closers: (() => void)[]
  readonly #cursors = new Cursors((pointers) => this.#publish({ kind: 'pointers', pointers }))

  constructor(options: CollaborationOptions) {
    this.#options = options
    const { changes } = options.storage
    const timer = setInterval(() => this.#beat(), beatEvery).unref()
    this.#closers = [
      changes.subscribe('bots', (id) => {
        for (const botId of id === undefined ? this.#channels.keys() : [id]) {
          const channel = this.#channels.get(botId)
          if (channel) this.#broadcast(botId, channel)
        }
      }),
      changes.subscribe('rights', () => {
        for (const [botId, channel] of this.#channels) this.#broadcast(botId, channel)
      }),
      changes.subscribe('presence', (notification) => {
        try {
          this.#receive(notification)
        } catch (error) {
          options.report(error)
        }
      }),
      () => clearInterval(timer),
      () => this.#cursors.close(),
    ]
  }

  isFull(botId: string): boolean {
    return (this.#channels.get(botId)?.subscribers.size ?? 0) >= maxSubscribers
  }

  count(botId: string): number {
    return this.#channels.get(botId)?.subscribers.size ?? 0
  }

  /** Sends missed changes, then all later ones, until the function that it resolves to is called. */
  async follow(botId: string, subscriber: Subscriber): Promise<() => void> {
    const channel = this.#channels.get(botId) ?? newChannel()
    this.#channels.set(botId, channel)
    channel.joining++
    const { notified } = channel
    try {
      subscriber.stream.send({ kind: 'people', people: channel.people.list() })
      for (let isMore = true; isMore; )
        isMore = broadcastBatches([subscriber], await this.#read(botId, subscriber.revision))
      await this.#broadcastEdit([subscriber], await this.#read(botId, subscriber.revision - 1))
    } finally {
      channel.joining--
      this.#forgetEmpty(botId, channel)
    }
    channel.subscribers.add(subscriber)
    this.#channels.set(botId, channel)
    if (channel.notified > notified) this.#broadcast(botId, channel)
    this.#publish({ kind: 'ask', botId })
    return () => this.#leave(botId, channel, subscriber)
  }

  /** Broadcasts a person's position in the flow to all instances. */
  setPosition(botId: string, person: Guest): Promise<void> {
    const notification: PresenceNotification = { kind: 'here', botId, person, at: this.#options.now() }
    return this.#options.storage.changes.publish('presence', JSON.stringify(notification))
  }

  /** Broadcasts a person's cursor to all instances, unless nobody else is there to see it. */
  point(cursor: PlacedCursor): void {
    const channel = this.#channels.get(cursor.botId)
    // A person whose stream is on another instance may have company there.
    if (!channel || channel.people.count > 1) this.#cursors.move(cursor)
  }

  /** Notifies the subscribers of a bot on all instances that its comments have changed. */
  discuss(botId: string): void {
    this.#publish({ kind: 'comments', botId })
  }

  /** Sends a notification to the pages of its person that have the bot open. */
  notify(notification: BrowserNotification): void {
    this.#publish({ kind: 'notified', ...notification })
  }

  close(): void {
    for (const close of this.#closers) close()
    for (const [botId, channel] of this.#channels) {
      for (const subscriber of channel.subscribers) {
        subscriber.stream.send({ kind: 'end', reason: 'closing' })
        this.#leave(botId, channel, subscriber)
      }
    }
  }

  #leave(botId: string, channel: Channel, subscriber: Subscriber): void {
    if (!channel.subscribers.delete(subscriber)) return
    this.#forgetEmpty(botId, channel)
    const { person } = subscriber.presence ?? {}
    if (person) this.#publish({ kind: 'gone', botId, client: person.client, userId: person.userId })
  }

  #forgetEmpty(botId: string, channel: Channel): void {
    if (channel.subscribers.size === 0 && channel.joining === 0) this.#channels.delete(botId)
  }

  #broadcast(botId: string, channel: Channel): void {
    channel.notified++
    if (channel.isBroadcasting) return
    channel.isBroadcasting = true
    this.#broadcastAll(botId, channel)
      .catch((error) => {
        this.#options.report(error)
        // Clients that missed something resume where the stream ended.
        for (const subscriber of channel.subscribers) this.#end(botId, channel, subscriber, 'closing')
      })
      .finally(() => {
        channel.isBroadcasting = false
      })
  }

  async #broadcastAll(botId: string, channel: Channel): Promise<void> {
    for (let isMore = true; isMore; ) {
      const { notified } = channel
      await this.#endForbidden(botId, channel)
      if (channel.subscribers.size === 0) return
      const since = Math.min(...[...channel.subscribers].map(({ revision }) => revision))
      const rows = await this.#read(botId, since)
      const isRest = broadcastBatches(channel.subscribers, rows)
      if (!isRest) await this.#broadcastEdit(channel.subscribers, rows)
      for (const subscriber of channel.subscribers)
        if (!subscriber.stream.isOpen) this.#leave(botId, channel, subscriber)
      isMore = isRest || channel.notified > notified
    }
  }

  async #broadcastEdit(subscribers: Iterable<Subscriber>, rows: readonly OperationBatch[]): Promise<void> {
    const last = rows.at(-1)
    if (!last) return
    const edit = await lastEdit(this.#options.storage, last)
    for (const { stream } of subscribers) stream.send({ kind: 'edited', edit })
  }

  #read(botId: string, since: number): Promise<OperationBatch[]> {
    return this.#options.storage.botOperations.list(botId, since, maxAtOnce)
  }

  async #endForbidden(botId: string, channel: Channel): Promise<void> {
    const judged = [...channel.subscribers].map(async (subscriber) => {
      if (!(await subscriber.isAllowed())) this.#end(botId, channel, subscriber, 'rights')
    })
    await Promise.all(judged)
  }

  #end(botId: string, channel: Channel, subscriber: Subscriber, reason: 'rights' | 'closing'): void {
    subscriber.stream.send({ kind: 'end', reason })
    this.#leave(botId, channel, subscriber)
  }

  #receive(text: string | undefined): void {
    if (text === undefined) {
      for (const botId of this.#channels.keys()) this.#publish({ kind: 'ask', botId })
      return
    }
    const notification = JSON.parse(text) as PresenceNotification
    if (notification.kind === 'pointers') {
      this.#sendCursors(notification.pointers)
      return
    }
    const channel = this.#channels.get(notification.botId)
    if (!channel) return
    switch (notification.kind) {
      case 'ask':
        for (const { presence } of channel.subscribers) {
          if (presence) this.#publish({ kind: 'here', botId: notification.botId, ...presence })
        }
        return
      case 'comments':
        for (const { stream } of channel.subscribers) stream.send({ kind: 'comments' })
        return
      case 'notified': {
        const { botName, event, count, resultId } = notification
        for (const { stream, presence } of channel.subscribers)
          if (presence?.person.userId === notification.userId)
            stream.send({ kind: 'notified', notification: { botName, event, count, resultId } })
        return
      }
      case 'here':
        for (const subscriber of channel.subscribers) {
          const { presence } = subscriber
          const isOwn = presence !== undefined && isSame(presence.person, notification.person)
          if (isOwn && notification.at >= presence.at)
            subscriber.presence = { person: notification.person, at: notification.at }
        }
        if (channel.people.arrive(notification.person, notification.at, this.#options.now())) sendPeople(channel)
        return
      case 'gone': {
        const isBack = [...channel.subscribers].some(
          ({ presence }) => presence && isSame(presence.person, notification),
        )
        if (!isBack && channel.people.leave(notification)) sendPeople(channel)
      }
    }
  }

  /** Sends each subscriber the cursors of the others. */
  #sendCursors(pointers: readonly PlacedCursor[]): void {
    for (const botId of new Set(pointers.map((it) => it.botId))) {
      const here = pointers.filter((it) => it.botId === botId)
      for (const { stream, presence } of this.#channels.get(botId)?.subscribers ?? []) {
        const others = presence ? here.filter((it) => !isSame(presence.person, it)) : here
        const sent = others.map(({ client, userId, at }) => ({ client, userId, at }))
        if (sent.length > 0) stream.send({ kind: 'pointers', pointers: sent })
      }
    }
  }

  #beat(): void {
    for (const [botId, channel] of this.#channels) {
      for (const { stream, presence } of channel.subscribers) {
        stream.beat()
        if (presence) this.#publish({ kind: 'here', botId, ...presence })
      }
      if (channel.people.forgetSilent(this.#options.now())) sendPeople(channel)
      this.#broadcast(botId, channel)
    }
  }

  #publish(notification: PresenceNotification): void {
    this.#options.storage.changes.publish('presence', JSON.stringify(notification)).catch(this.#options.report)
  }
}

const newChannel = (): Channel => ({
  subscribers: new Set(),
  people: new People(),
  joining: 0,
  arePeopleDue: false,
  isBroadcasting: false,
  notified: 0,
})

/** Sends each subscriber the batches that they have not received yet. Returns true if there may be more to read. */
function broadcastBatches(subscribers: Iterable<Subscriber>, rows: readonly OperationBatch[]): boolean {
  const sent = rows.map((row) => [row.revision, broadcastBatch(row)] as const)
  for (const subscriber of subscribers) {
    for (const [revision, batch] of sent) {
      if (revision <= subscriber.revision) continue
      const isNext = revision === subscriber.revision + 1
      subscriber.stream.send(isNext && batch ? { kind: 'operations', batch } : { kind: 'reload', revision })
      subscriber.revision = revision
    }
  }
  return rows.length === maxAtOnce
}

/** Sends the list of people to all subscribers, after a pause in which further people join it. */
function sendPeople(channel: Channel): void {
  if (channel.arePeopleDue) return
  channel.arePeopleDue = true
  setTimeout(() => {
    channel.arePeopleDue = false
    const event: LiveEvent = { kind: 'people', people: channel.people.list() }
    for (const { stream } of channel.subscribers) stream.send(event)
  }, gatheringPause)
}

/** Milliseconds from the first change of the list until it is sent. */
const gatheringPause = 50

const isSame = (a: Pick<Guest, 'client' | 'userId'>, b: Pick<Guest, 'client' | 'userId'>): boolean =>
  a.client === b.client && a.userId === b.userId

const maxSubscribers = 100
const maxAtOnce = 100
/** Milliseconds; proxies close connections that are silent for a minute. */
const beatEvery = 25_000
