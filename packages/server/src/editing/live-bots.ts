import type { OperationBatch, Storage } from '@colloquy/storage'
import { lastEdit } from './last-edit.js'
import type { LiveEvent, LiveStream } from './live-stream.js'
import { Pointers } from './pointers.js'
import { type Guest, People, type PlacedPointer, type PresenceNews } from './presence.js'
import { toldBatch } from './told-batch.js'

/** A subscriber to the changes of a bot. */
export interface Follower {
  readonly stream: Pick<LiveStream, 'send' | 'beat' | 'isOpen'>
  /** Last revision of the bot that was sent. */
  revision: number
  /** How the others see this person, and the time of their last move; undefined for viewers without presence. */
  presence: { person: Guest; at: number } | undefined
  /** True if they may still read the bot. */
  isAllowed(): Promise<boolean>
}

interface Room {
  readonly followers: Set<Follower>
  readonly people: People
  /** Number of subscribers that are still receiving missed changes before they join. */
  joining: number
  /** Number of notifications received; they are handled one after another. */
  heard: number
  isTelling: boolean
}

export interface LiveOptions {
  storage: Pick<Storage, 'botOperations' | 'changes' | 'users'>
  now(): number
  /** Receives errors of background work. */
  report(error: unknown): void
}

/**
 * The subscribers of bots on this instance. The storage notifies that a bot has changed; its operations are then read once for all
 * subscribers. Access rights are checked before each broadcast and with every heartbeat.
 */
export class LiveBots {
  readonly #options: LiveOptions
  readonly #rooms = new Map<string, Room>()
  readonly #closers: (() => void)[]
  readonly #pointers = new Pointers((pointers) => this.#publish({ kind: 'pointers', pointers }))

  constructor(options: LiveOptions) {
    this.#options = options
    const { changes } = options.storage
    const timer = setInterval(() => this.#beat(), beatEvery).unref()
    this.#closers = [
      changes.subscribe('bots', (id) => {
        for (const botId of id === undefined ? this.#rooms.keys() : [id]) {
          const room = this.#rooms.get(botId)
          if (room) this.#tell(botId, room)
        }
      }),
      changes.subscribe('presence', (news) => {
        try {
          this.#hear(news)
        } catch (error) {
          options.report(error)
        }
      }),
      () => clearInterval(timer),
      () => this.#pointers.close(),
    ]
  }

  isFull(botId: string): boolean {
    return (this.#rooms.get(botId)?.followers.size ?? 0) >= mostFollowers
  }

  count(botId: string): number {
    return this.#rooms.get(botId)?.followers.size ?? 0
  }

  /** Sends missed changes, then all later ones, until the function that it resolves to is called. */
  async follow(botId: string, follower: Follower): Promise<() => void> {
    const room = this.#rooms.get(botId) ?? newRoom()
    this.#rooms.set(botId, room)
    room.joining++
    const { heard } = room
    try {
      follower.stream.send({ kind: 'people', people: room.people.list() })
      for (let isMore = true; isMore; ) isMore = tellBatches([follower], await this.#read(botId, follower.revision))
      await this.#tellEdit([follower], await this.#read(botId, follower.revision - 1))
    } finally {
      room.joining--
      this.#forgetEmpty(botId, room)
    }
    room.followers.add(follower)
    this.#rooms.set(botId, room)
    if (room.heard > heard) this.#tell(botId, room)
    this.#publish({ kind: 'ask', botId })
    return () => this.#leave(botId, room, follower)
  }

  /** Broadcasts a person's position in the flow to all instances. */
  place(botId: string, person: Guest): Promise<void> {
    const news: PresenceNews = { kind: 'here', botId, person, at: this.#options.now() }
    return this.#options.storage.changes.publish('presence', JSON.stringify(news))
  }

  /** Broadcasts a person's cursor to all instances, unless nobody else is there to see it. */
  point(pointer: PlacedPointer): void {
    const room = this.#rooms.get(pointer.botId)
    // A person whose stream is on another instance may have company there.
    if (!room || room.people.count > 1) this.#pointers.move(pointer)
  }

  /** Notifies the subscribers of a bot on all instances that its comments have changed. */
  discuss(botId: string): void {
    this.#publish({ kind: 'comments', botId })
  }

  close(): void {
    for (const close of this.#closers) close()
    for (const [botId, room] of this.#rooms) {
      for (const follower of room.followers) {
        follower.stream.send({ kind: 'end', reason: 'closing' })
        this.#leave(botId, room, follower)
      }
    }
  }

  #leave(botId: string, room: Room, follower: Follower): void {
    if (!room.followers.delete(follower)) return
    this.#forgetEmpty(botId, room)
    const { person } = follower.presence ?? {}
    if (person) this.#publish({ kind: 'gone', botId, client: person.client, userId: person.userId })
  }

  #forgetEmpty(botId: string, room: Room): void {
    if (room.followers.size === 0 && room.joining === 0) this.#rooms.delete(botId)
  }

  #tell(botId: string, room: Room): void {
    room.heard++
    if (room.isTelling) return
    room.isTelling = true
    this.#tellAll(botId, room)
      .catch((error) => {
        this.#options.report(error)
        // Clients that missed something resume where the stream ended.
        for (const follower of room.followers) this.#end(botId, room, follower, 'closing')
      })
      .finally(() => {
        room.isTelling = false
      })
  }

  async #tellAll(botId: string, room: Room): Promise<void> {
    for (let isMore = true; isMore; ) {
      const { heard } = room
      await this.#endForbidden(botId, room)
      if (room.followers.size === 0) return
      const since = Math.min(...[...room.followers].map(({ revision }) => revision))
      const rows = await this.#read(botId, since)
      const isRest = tellBatches(room.followers, rows)
      if (!isRest) await this.#tellEdit(room.followers, rows)
      for (const follower of room.followers) if (!follower.stream.isOpen) this.#leave(botId, room, follower)
      isMore = isRest || room.heard > heard
    }
  }

  async #tellEdit(followers: Iterable<Follower>, rows: readonly OperationBatch[]): Promise<void> {
    const last = rows.at(-1)
    if (!last) return
    const edit = await lastEdit(this.#options.storage, last)
    for (const { stream } of followers) stream.send({ kind: 'edited', edit })
  }

  #read(botId: string, since: number): Promise<OperationBatch[]> {
    return this.#options.storage.botOperations.list(botId, since, mostAtOnce)
  }

  async #endForbidden(botId: string, room: Room): Promise<void> {
    const judged = [...room.followers].map(async (follower) => {
      if (!(await follower.isAllowed())) this.#end(botId, room, follower, 'rights')
    })
    await Promise.all(judged)
  }

  #end(botId: string, room: Room, follower: Follower, reason: 'rights' | 'closing'): void {
    follower.stream.send({ kind: 'end', reason })
    this.#leave(botId, room, follower)
  }

  #hear(text: string | undefined): void {
    if (text === undefined) {
      for (const botId of this.#rooms.keys()) this.#publish({ kind: 'ask', botId })
      return
    }
    const news = JSON.parse(text) as PresenceNews
    if (news.kind === 'pointers') {
      this.#sendPointers(news.pointers)
      return
    }
    const room = this.#rooms.get(news.botId)
    if (!room) return
    switch (news.kind) {
      case 'ask':
        for (const { presence } of room.followers) {
          if (presence) this.#publish({ kind: 'here', botId: news.botId, ...presence })
        }
        return
      case 'comments':
        for (const { stream } of room.followers) stream.send({ kind: 'comments' })
        return
      case 'here':
        for (const follower of room.followers) {
          const { presence } = follower
          const isOwn = presence !== undefined && isSame(presence.person, news.person)
          if (isOwn && news.at >= presence.at) follower.presence = { person: news.person, at: news.at }
        }
        if (room.people.arrive(news.person, news.at, this.#options.now())) sendPeople(room)
        return
      case 'gone': {
        const isBack = [...room.followers].some(({ presence }) => presence && isSame(presence.person, news))
        if (!isBack && room.people.leave(news)) sendPeople(room)
      }
    }
  }

  /** Sends each subscriber the cursors of the others. */
  #sendPointers(pointers: readonly PlacedPointer[]): void {
    for (const botId of new Set(pointers.map((it) => it.botId))) {
      const here = pointers.filter((it) => it.botId === botId)
      for (const { stream, presence } of this.#rooms.get(botId)?.followers ?? []) {
        const others = presence ? here.filter((it) => !isSame(presence.person, it)) : here
        const told = others.map(({ client, userId, at }) => ({ client, userId, at }))
        if (told.length > 0) stream.send({ kind: 'pointers', pointers: told })
      }
    }
  }

  #beat(): void {
    for (const [botId, room] of this.#rooms) {
      for (const { stream, presence } of room.followers) {
        stream.beat()
        if (presence) this.#publish({ kind: 'here', botId, ...presence })
      }
      if (room.people.forgetSilent(this.#options.now())) sendPeople(room)
      this.#tell(botId, room)
    }
  }

  #publish(news: PresenceNews): void {
    this.#options.storage.changes.publish('presence', JSON.stringify(news)).catch(this.#options.report)
  }
}

const newRoom = (): Room => ({
  followers: new Set(),
  people: new People(),
  joining: 0,
  isTelling: false,
  heard: 0,
})

/** Sends each subscriber the batches that they have not received yet. Returns true if there may be more to read. */
function tellBatches(followers: Iterable<Follower>, rows: readonly OperationBatch[]): boolean {
  const told = rows.map((row) => [row.revision, toldBatch(row)] as const)
  for (const follower of followers) {
    for (const [revision, batch] of told) {
      if (revision <= follower.revision) continue
      const isNext = revision === follower.revision + 1
      follower.stream.send(isNext && batch ? { kind: 'operations', batch } : { kind: 'reload', revision })
      follower.revision = revision
    }
  }
  return rows.length === mostAtOnce
}

const sendPeople = (room: Room) => {
  const event: LiveEvent = { kind: 'people', people: room.people.list() }
  for (const { stream } of room.followers) stream.send(event)
}

const isSame = (a: Pick<Guest, 'client' | 'userId'>, b: Pick<Guest, 'client' | 'userId'>): boolean =>
  a.client === b.client && a.userId === b.userId

const mostFollowers = 100
const mostAtOnce = 100
/** Milliseconds; proxies close connections that are silent for a minute. */
const beatEvery = 25_000
