import type { Storage } from '@colloquy/storage'
import type { LiveEvent, LiveStream } from './live-stream.js'
import { People, type Person, type PresenceNews } from './presence.js'
import { toldBatch } from './take-operations.js'

/** Somebody who follows a bot. */
export interface Follower {
  readonly stream: Pick<LiveStream, 'send' | 'beat' | 'isOpen'>
  /** What of the bot was told last. */
  revision: number
  /** Who that is to the others, and since when they are where they are; undefined for who only looks on. */
  presence: { person: Person; at: number } | undefined
  /** Whether they may still read the bot. */
  isAllowed(): Promise<boolean>
}

interface Room {
  readonly followers: Set<Follower>
  readonly people: People
  /** Told one after another; `hasNews` when there is more to read than what is being told. */
  isTelling: boolean
  hasNews: boolean
}

export interface LiveOptions {
  storage: Pick<Storage, 'botOperations' | 'changes'>
  now(): number
  /** Told of what went wrong without anybody waiting for it. */
  report(error: unknown): void
}

/**
 * Those who follow bots at this instance. News from the storage say that a bot has changed; what has, is read from its operations once
 * for all who follow it. Rights are looked at again each time something is told, and with every beat.
 */
export class LiveBots {
  readonly #options: LiveOptions
  readonly #rooms = new Map<string, Room>()
  readonly #closers: (() => void)[]

  constructor(options: LiveOptions) {
    this.#options = options
    const { changes } = options.storage
    const timer = setInterval(() => this.#beat(), beatEvery).unref()
    this.#closers = [
      changes.subscribe('bots', (id) => {
        for (const botId of id === undefined ? this.#rooms.keys() : [id]) this.#tell(botId)
      }),
      changes.subscribe('presence', (news) => this.#hear(news)),
      () => clearInterval(timer),
    ]
  }

  isFull(botId: string): boolean {
    return (this.#rooms.get(botId)?.followers.size ?? 0) >= mostFollowers
  }

  count(botId: string): number {
    return this.#rooms.get(botId)?.followers.size ?? 0
  }

  /** Ends with the function that it returns. */
  follow(botId: string, follower: Follower): () => void {
    const room = this.#rooms.get(botId) ?? {
      followers: new Set(),
      people: new People(),
      isTelling: false,
      hasNews: false,
    }
    this.#rooms.set(botId, room)
    room.followers.add(follower)
    follower.stream.send({ kind: 'people', people: room.people.list() })
    this.#tell(botId)
    this.#publish({ kind: 'ask', botId })
    return () => this.#leave(botId, room, follower)
  }

  /** Tells all instances where somebody is. */
  place(botId: string, person: Person): Promise<void> {
    const news: PresenceNews = { kind: 'here', botId, person, at: this.#options.now() }
    return this.#options.storage.changes.publish('presence', JSON.stringify(news))
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
    if (room.followers.size === 0) this.#rooms.delete(botId)
    const { person } = follower.presence ?? {}
    if (person) this.#publish({ kind: 'gone', botId, client: person.client, userId: person.userId })
  }

  #tell(botId: string): void {
    const room = this.#rooms.get(botId)
    if (!room) return
    room.hasNews = true
    if (room.isTelling) return
    room.isTelling = true
    this.#tellAll(botId, room)
      .catch((error) => {
        this.#options.report(error)
        // Who missed something takes it up where the stream ended.
        for (const follower of room.followers) this.#end(botId, room, follower, 'closing')
      })
      .finally(() => {
        room.isTelling = false
      })
  }

  async #tellAll(botId: string, room: Room): Promise<void> {
    while (room.hasNews) {
      room.hasNews = false
      await this.#endForbidden(botId, room)
      if (room.followers.size === 0) return
      const since = Math.min(...[...room.followers].map(({ revision }) => revision))
      const rows = await this.#options.storage.botOperations.list(botId, since, mostAtOnce)
      const told = rows.map((row) => [row.revision, toldBatch(row)] as const)
      for (const follower of room.followers) {
        for (const [revision, batch] of told) {
          if (revision <= follower.revision) continue
          const isNext = revision === follower.revision + 1
          follower.stream.send(isNext && batch ? { kind: 'operations', batch } : { kind: 'reload', revision })
          follower.revision = revision
        }
        if (!follower.stream.isOpen) this.#leave(botId, room, follower)
      }
      if (rows.length === mostAtOnce) room.hasNews = true
    }
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
    const room = this.#rooms.get(news.botId)
    if (!room) return
    switch (news.kind) {
      case 'ask':
        for (const { presence } of room.followers) {
          if (presence) this.#publish({ kind: 'here', botId: news.botId, ...presence })
        }
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

  #beat(): void {
    for (const [botId, room] of this.#rooms) {
      for (const { stream, presence } of room.followers) {
        stream.beat()
        if (presence) this.#publish({ kind: 'here', botId, ...presence })
      }
      if (room.people.forgetSilent(this.#options.now())) sendPeople(room)
      this.#tell(botId)
    }
  }

  #publish(news: PresenceNews): void {
    this.#options.storage.changes.publish('presence', JSON.stringify(news)).catch(this.#options.report)
  }
}

const sendPeople = (room: Room) => {
  const event: LiveEvent = { kind: 'people', people: room.people.list() }
  for (const { stream } of room.followers) stream.send(event)
}

const isSame = (a: Pick<Person, 'client' | 'userId'>, b: Pick<Person, 'client' | 'userId'>): boolean =>
  a.client === b.client && a.userId === b.userId

const mostFollowers = 100
const mostAtOnce = 100
/** Milliseconds; proxies end what is silent for a minute. */
const beatEvery = 25_000
