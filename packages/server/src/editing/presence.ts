import { createHash } from 'node:crypto'
import type { User } from '@colloquy/storage'

/** Somebody on one page, as the others see them. */
export interface Person {
  /** Of the page. */
  client: string
  userId: string
  /** Null for who is no member of the workspace and was not invited to the bot. */
  name: string | null
  image: string | null
  /** 0 to 7, the same for one person everywhere. */
  colour: number
  groupId: string | null
  blockId: string | null
}

export type Place = Pick<Person, 'groupId' | 'blockId'>

/**
 * What instances tell each other of people: where one is since when, that one has left, and that somebody asks who is there. News
 * overtake each other; of two places of one person the later one counts.
 */
export type PresenceNews =
  | { kind: 'here'; botId: string; person: Person; at: number }
  | { kind: 'gone'; botId: string; client: string; userId: string }
  | { kind: 'ask'; botId: string }

export const nowhere: Place = { groupId: null, blockId: null }

export function personOf(user: User, client: string, isMember: boolean, place: Place): Person {
  return {
    client,
    userId: user.id,
    name: isMember ? (user.name?.slice(0, 100) ?? null) : null,
    image: isMember && user.image !== null && user.image.length <= 500 ? user.image : null,
    colour: (createHash('sha256').update(user.id).digest()[0] ?? 0) % 8,
    ...place,
  }
}

/** The people at one bot. Who is not heard of for a while is taken to have left. */
export class People {
  readonly #people = new Map<string, { person: Person; at: number; until: number }>()

  /** Tells whether that is news. */
  arrive(person: Person, at: number, now: number): boolean {
    const key = keyOf(person)
    const known = this.#people.get(key)
    if (!known && this.#people.size >= mostPeople) return false
    const isLater = known === undefined || at >= known.at
    this.#people.set(key, isLater ? { person, at, until: now + patience } : { ...known, until: now + patience })
    return isLater && JSON.stringify(known?.person) !== JSON.stringify(person)
  }

  leave(person: Pick<Person, 'client' | 'userId'>): boolean {
    return this.#people.delete(keyOf(person))
  }

  /** Tells whether somebody went. */
  forgetSilent(now: number): boolean {
    const silent = [...this.#people].filter(([, { until }]) => until <= now)
    for (const [key] of silent) this.#people.delete(key)
    return silent.length > 0
  }

  list(): Person[] {
    return [...this.#people.values()].map(({ person }) => person)
  }
}

/** Of one user, a page cannot be taken for that of another one. */
const keyOf = ({ client, userId }: Pick<Person, 'client' | 'userId'>) => `${userId} ${client}`

const mostPeople = 100
/** Milliseconds in which who is still there is told of again, thrice. */
const patience = 80_000
