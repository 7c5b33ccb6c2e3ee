import type { CompiledFlow } from '@colloquy/engine'
import { nothingVisited } from './coverage.js'
import { Rehearsal, type RehearsedTurn, type TestWorld } from './rehearsal.js'
import { repliesTo, type Temperament, temperaments, type VisitorReply } from './replies-to.js'
import { noteTurn, takeTurn } from './synthetic-turn.js'
import { type Problem, problemsOf } from './walk-problems.js'

export interface WalkOptions {
  /** Seed for the order in which visitors try things. */
  seed?: number
  /** Total number of turns, at most. */
  turns?: number
  isOutOfTime?: () => boolean
}

/** A visitor who waits for input, and the replies that led there. */
interface Waiting {
  rehearsal: Rehearsal
  replies: readonly VisitorReply[]
  awaits: string
  input: NonNullable<RehearsedTurn['turn']>['input']
}

const maxReplies = 80
const defaultTurns = 20_000

/** Explores a flow: from the inputs that were tried least, with all replies of all temperaments. */
export class Search {
  readonly visited = nothingVisited()
  /** Variables that had a value at some point. */
  readonly filled = new Set<string>()
  readonly #compiledFlow: CompiledFlow
  readonly #world: TestWorld
  readonly #isOutOfTime: () => boolean
  /** Called after each turn; true ends the search. */
  readonly #notice: (problems: readonly Problem[], replies: readonly VisitorReply[]) => boolean
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #expanded = new Map<string, number>()
  readonly #known = new Set<string>()
  readonly #maxTurns: number
  #turnsLeft: number
  #chance: number
  #isDone = false
  #wasCut = false

  constructor(
    compiledFlow: CompiledFlow,
    world: TestWorld,
    { seed = 1, turns = defaultTurns, isOutOfTime = () => false }: WalkOptions,
    notice: (problems: readonly Problem[], replies: readonly VisitorReply[]) => boolean,
  ) {
    this.#compiledFlow = compiledFlow
    this.#world = world
    this.#isOutOfTime = isOutOfTime
    this.#notice = notice
    this.#turnsLeft = turns
    this.#maxTurns = turns
    this.#chance = seed >>> 0
  }

  get turns(): number {
    return this.#maxTurns - this.#turnsLeft
  }

  /** True if everything that could be tried was tried. */
  get isComplete(): boolean {
    return !this.#wasCut && [...this.#waiting.values()].every((waiting) => waiting.length === 0)
  }

  run(): void {
    this.#take(new Rehearsal(this.#compiledFlow, this.#world), [], undefined)
    for (let waiting = this.#next(); waiting && !this.#isDone; waiting = this.#next()) this.#expand(waiting)
  }

  /** Continues from the input that was tried least. */
  #next(): Waiting | undefined {
    if (this.#turnsLeft <= 0 || this.#isOutOfTime()) return undefined
    let best: { id: string; count: number } | undefined
    for (const [id, waiting] of this.#waiting) {
      const count = this.#expanded.get(id) ?? 0
      if (waiting.length > 0 && (!best || count < best.count)) best = { id, count }
    }
    if (!best) return undefined
    this.#expanded.set(best.id, best.count + 1)
    return this.#waiting.get(best.id)?.shift()
  }

  #expand({ rehearsal, replies, awaits, input }: Waiting): void {
    const count = this.#expanded.get(awaits) ?? 0
    // Misbehaving visitors do so once at each input: their findings do not depend on how they got there.
    const kinds: readonly Temperament[] = count <= 1 ? temperaments : ['valid', 'leaving']
    let accepted = 0
    let tried = 0
    let rejected: VisitorReply | undefined
    for (const kind of kinds) {
      for (const reply of this.#shuffled(
        repliesTo(this.#compiledFlow, this.#world.blocks, { blockId: awaits, input }, kind),
      )) {
        if (this.#isDone) return
        if (this.#turnsLeft <= 0 || this.#isOutOfTime()) {
          this.#wasCut = true
          return
        }
        const isRejected = this.#take(rehearsal.fork(), [...replies, reply], reply)
        if (kind !== 'valid') continue
        tried += 1
        if (isRejected) rejected = reply
        else accepted += 1
      }
    }
    if (tried > 0 && accepted === 0) {
      const stuck: Problem = {
        kind: 'stuck',
        blockId: awaits,
        message: 'This input rejects every answer that was tried.',
        ...(typeof rejected === 'string' && { reply: rejected }),
      }
      this.#isDone ||= this.#notice([stuck], replies)
    }
  }

  /** Performs one turn; true if the reply was rejected. */
  #take(rehearsal: Rehearsal, replies: readonly VisitorReply[], reply: VisitorReply | undefined): boolean {
    this.#turnsLeft -= 1
    const waited = rehearsal.awaits
    const taken = takeTurn(rehearsal, replies.length, reply)
    noteTurn(this.visited, this.#compiledFlow, taken, waited, replies.length === 0)
    for (const { id } of this.#compiledFlow.variables) {
      if (!this.filled.has(id) && rehearsal.value(id)) this.filled.add(id)
    }
    this.#isDone ||= this.#notice(
      problemsOf(this.#compiledFlow, taken, rehearsal, waited, typeof reply === 'string'),
      replies,
    )
    const { awaits } = rehearsal
    const isRejected = (taken.turn?.invalidReplies.length ?? 0) > 0
    if (awaits === undefined || taken.stopped) return isRejected
    if (replies.length >= maxReplies) {
      this.#wasCut = true
      return isRejected
    }
    const key = stateKey(rehearsal)
    if (this.#known.has(key)) return isRejected
    this.#known.add(key)
    const waiting = this.#waiting.get(awaits) ?? []
    waiting.push({ rehearsal, replies, awaits, input: taken.turn?.input })
    this.#waiting.set(awaits, waiting)
    return isRejected
  }

  #shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items]
    for (let at = shuffled.length - 1; at > 0; at--) {
      this.#chance = (Math.imul(this.#chance, 1_664_525) + 1_013_904_223) >>> 0
      const other = this.#chance % (at + 1)
      ;[shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T]
    }
    return shuffled
  }
}

/** State of a visitor: earlier turns matter only through the values they left. */
function stateKey({ session, awaits }: Rehearsal): string {
  return JSON.stringify([
    awaits,
    session.frames.map(({ programId, variables, queue }) => [programId, variables, queue]),
    session.returnMark,
    session.invalidTries?.count,
  ])
}
