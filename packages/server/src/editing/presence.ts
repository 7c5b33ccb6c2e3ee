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
  /** 0 to 7, the same for all pages of one person; people who are here together have different ones, as far as they go. */
  colour: number
  groupId: string | null
  blockId: string | null
}

/** Somebody as instances tell of them. */
export type Guest = Omit<Person, 'colour'>

export type Place = Pick<Person, 'groupId' | 'blockId'>

/** Where somebody on one page points on the canvas, in coordinates of the flow; nowhere any more when it is null. */
export interface Pointer {
  client: string
  userId: string
  at: { x: number; y: number } | null
}

export type PlacedPointer = Pointer & { botId: string }

/**
 * What instances tell each other of people: where one is since when, where several point, that one has left, and that somebody asks
 * who is there. News overtake each other; of two places of one person the later one counts.
 */
export type PresenceNews =
  | { kind: 'here'; botId: string; person: Guest; at: number }
  | { kind: 'pointers'; pointers: readonly PlacedPointer[] }
  | { kind: 'gone'; botId: string; client: string; userId: string }
  | { kind: 'ask'; botId: string }
  /** Something was said about the bot: comments can be read anew. */
  | { kind: 'comments'; botId: string }

export const nowhere: Place = { groupId: null, blockId: null }

export function personOf(user: User, client: string, isMember: boolean, place: Place): Guest {
  return {
    client,
    userId: user.id,
    name: isMember ? (user.name?.slice(0, 100) ?? null) : null,
    image: isMember && user.image !== null && user.image.length <= 500 ? user.image : null,
    ...place,
  }
}

/** The people at one bot. Who is not heard of for a while is taken to have left. */
export class People {
  readonly #people = new Map<string, { person: Guest; at: number; until: number }>()

  /** Tells whether that is news. */
  arrive(person: Guest, at: number, now: number): boolean {
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

  get count(): number {
    return this.#people.size
  }

  list(): Person[] {
    const people = [...this.#people.values()].map(({ person }) => person)
    const colours = coloursOf(new Set(people.map(({ userId }) => userId)))
    return people.map((person) => ({ ...person, colour: colours.get(person.userId) ?? 0 }))
  }
}

/** Each has a favourite one; who comes later in the order of ids gives way. */
function coloursOf(userIds: ReadonlySet<string>): Map<string, number> {
  const colours = new Map<string, number>()
  for (const id of [...userIds].toSorted()) {
    const taken = new Set(colours.values())
    let colour = (createHash('sha256').update(id).digest()[0] ?? 0) % colourCount
    for (let tries = 1; tries < colourCount && taken.has(colour); tries++) colour = (colour + 1) % colourCount
    colours.set(id, colour)
  }
  return colours
}

const colourCount = 8

/** Of one user, a page cannot be taken for that of another one. */
export const keyOf = ({ client, userId }: Pick<Person, 'client' | 'userId'>) => `${userId} ${client}`

const mostPeople = 100
/** Milliseconds in which who is still there is told of again, thrice. */
const patience = 80_000
