import { type Effect, type EffectOutcome, type Program, transcriptOf } from '@colloquy/engine'
import { type FlowTest, flowTestSchema } from '@colloquy/flow'
import { Cassette, matchedHere } from './cassette.js'
import { coverageOf, nothingVisited, noteVisited, type Visited } from './coverage.js'
import { textOf } from './expectations.js'
import { withExpectations } from './record-test.js'
import { Rehearsal, type RehearsedTurn, type TestWorld } from './rehearsal.js'
import { repliesTo, type Temperament, temperaments } from './replies-to.js'

/**
 * - `crash`: a block throws.
 * - `loop`: a turn uses up its steps.
 * - `deadEnd`: the conversation ends without a word after a reply.
 * - `stuck`: an input rejects everything that a visitor tries.
 * - `error`: the flow logs an error without calling anything.
 * - `unreadable`: a message shows a placeholder, "undefined" or the like.
 */
export type FindingKind = 'crash' | 'loop' | 'deadEnd' | 'stuck' | 'error' | 'unreadable'

export interface Finding {
  kind: FindingKind
  blockId?: string
  message: string
  /** The shortest replies found that lead there. */
  replies: string[]
  /** Fails until what was found is mended. */
  test: FlowTest
}

export interface WalkOptions {
  /** Of the order in which visitors try things. */
  seed?: number
  /** Turns to take at most, in all. */
  turns?: number
  isOutOfTime?: () => boolean
}

interface Place {
  rehearsal: Rehearsal
  replies: readonly string[]
  awaits: string
  input: NonNullable<RehearsedTurn['turn']>['input']
}

const longestWalk = 80
const defaultTurns = 20_000
const mostFindings = 50

/** Has synthetic visitors talk to a flow, and reports what stops them, each with the shortest conversation that shows it. */
export function walk(program: Program, world: TestWorld, options: WalkOptions = {}): { findings: Finding[]; visited: Visited } {
  const found = new Map<string, Finding>()
  const search = new Search(program, world, options, (problems, replies) => {
    for (const { kind, blockId, message } of problems) {
      const key = `${kind} ${blockId ?? ''}`
      if (found.has(key) || found.size >= mostFindings) continue
      const isSame = (one: Problem) => one.kind === kind && one.blockId === blockId
      const shortest = shrunk(replies, (some) => problemsAfter(program, world, some).some(isSame))
      found.set(key, {
        kind,
        ...(blockId && { blockId }),
        message,
        replies: shortest,
        test: testOf(kind, message, shortest),
      })
    }
    return false
  })
  search.run()
  return { findings: [...found.values()], visited: search.visited }
}

/** Writes a test that takes an edge, or visits a block, which no test does yet. Undefined where no way there was found. */
export function missingTest(
  program: Program,
  world: TestWorld,
  target: { edgeId: string } | { blockId: string },
  options: WalkOptions = {},
): FlowTest | undefined {
  const isThere = (visited: Visited) =>
    'edgeId' in target ? visited.edges.has(target.edgeId) : visited.blocks.has(target.blockId)
  let way: readonly string[] | undefined
  const search: Search = new Search(program, world, options, (_, replies) => {
    if (isThere(search.visited)) way = replies
    return way !== undefined
  })
  search.run()
  if (!way) return undefined
  const replies = shrunk(way, (some) => isThere(visitedBy(program, world, some)))
  const test = flowTestSchema.parse({
    name: `Reaches ${'edgeId' in target ? nameOfEdge(program, target.edgeId) : target.blockId}`.slice(0, 200),
    steps: [{}, ...replies.map((reply) => ({ reply }))],
    cassette: standIns,
  })
  return withExpectations(test, program, world)
}

/** The first edge that tests do not take but visitors can, else nothing. */
export function firstUncovered(program: Program, visited: Visited): string | undefined {
  return coverageOf(program, visited).edges.find(({ isCovered }) => !isCovered)?.id
}

function nameOfEdge(program: Program, edgeId: string): string {
  const to = program.edgeById.get(edgeId)?.to.groupId
  return (to && program.groupById.get(to)?.title) || edgeId
}

interface Problem {
  kind: FindingKind
  blockId: string | undefined
  message: string
}

/** Explores a flow: from the inputs that were tried least, with all replies of all temperaments. */
class Search {
  readonly visited = nothingVisited()
  readonly #program: Program
  readonly #world: TestWorld
  readonly #isOutOfTime: () => boolean
  /** Called after each turn; true ends the search. */
  readonly #notice: (problems: readonly Problem[], replies: readonly string[]) => boolean
  readonly #places = new Map<string, Place[]>()
  readonly #expanded = new Map<string, number>()
  readonly #known = new Set<string>()
  #turnsLeft: number
  #chance: number
  #isDone = false

  constructor(
    program: Program,
    world: TestWorld,
    { seed = 1, turns = defaultTurns, isOutOfTime = () => false }: WalkOptions,
    notice: Search['notice'],
  ) {
    this.#program = program
    this.#world = world
    this.#isOutOfTime = isOutOfTime
    this.#notice = notice
    this.#turnsLeft = turns
    this.#chance = seed >>> 0
  }

  run(): void {
    this.#take(new Rehearsal(this.#program, this.#world), [], undefined)
    for (let place = this.#next(); place && !this.#isDone; place = this.#next()) this.#expand(place)
  }

  /** From the input that was tried least. */
  #next(): Place | undefined {
    if (this.#turnsLeft <= 0 || this.#isOutOfTime()) return undefined
    let best: { id: string; count: number } | undefined
    for (const [id, places] of this.#places) {
      const count = this.#expanded.get(id) ?? 0
      if (places.length > 0 && (!best || count < best.count)) best = { id, count }
    }
    if (!best) return undefined
    this.#expanded.set(best.id, best.count + 1)
    return this.#places.get(best.id)?.shift()
  }

  #expand({ rehearsal, replies, awaits, input }: Place): void {
    const count = this.#expanded.get(awaits) ?? 0
    // Those who misbehave do so once at each input: what they find does not depend on how they came there.
    const kinds: readonly Temperament[] = count <= 1 ? temperaments : ['valid']
    let accepted = 0
    let tried = 0
    for (const kind of kinds) {
      for (const reply of this.#shuffled(repliesTo(this.#program, this.#world.blocks, { blockId: awaits, input }, kind))) {
        if (this.#isDone || this.#turnsLeft <= 0 || this.#isOutOfTime()) return
        const isRejected = this.#take(rehearsal.fork(), [...replies, reply], reply)
        if (kind !== 'valid') continue
        tried += 1
        if (!isRejected) accepted += 1
      }
    }
    if (tried > 0 && accepted === 0) {
      const stuck: Problem = { kind: 'stuck', blockId: awaits, message: 'This input rejects every answer that was tried.' }
      this.#isDone ||= this.#notice([stuck], replies)
    }
  }

  /** Takes one turn; true if the reply was rejected. */
  #take(rehearsal: Rehearsal, replies: readonly string[], reply: string | undefined): boolean {
    this.#turnsLeft -= 1
    const waited = rehearsal.awaits
    const taken = takeTurn(rehearsal, replies.length, reply)
    note(this.visited, this.#program, taken, waited, replies.length === 0)
    this.#isDone ||= this.#notice(problemsOf(taken, rehearsal, waited, reply !== undefined), replies)
    const { awaits } = rehearsal
    const isRejected = (taken.turn?.rejections.length ?? 0) > 0
    if (awaits === undefined || taken.stopped || replies.length >= longestWalk) return isRejected
    const key = stateKey(rehearsal)
    if (this.#known.has(key)) return isRejected
    this.#known.add(key)
    const places = this.#places.get(awaits) ?? []
    places.push({ rehearsal, replies, awaits, input: taken.turn?.input })
    this.#places.set(awaits, places)
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

/** Where a visitor stands: what went before matters only by the values that it left. */
function stateKey({ session, awaits }: Rehearsal): string {
  return JSON.stringify([awaits, session.frames.map(({ programId, variables, queue }) => [programId, variables, queue]), session.returnMark])
}

function takeTurn(rehearsal: Rehearsal, turn: number, reply: string | undefined): RehearsedTurn {
  const chance = { now: 1_767_225_600_000 + turn * 1000, seed: 1 + turn }
  const message = reply === undefined ? {} : { message: { type: 'text' as const, text: reply } }
  return rehearsal.take(turn === 0 ? { kind: 'start', ...chance } : { kind: 'reply', ...chance, ...message }, standIn)
}

function note(visited: Visited, program: Program, { path, turn }: RehearsedTurn, waited: string | undefined, isStart: boolean) {
  noteVisited(visited, program, {
    path,
    edgeIds: turn?.visitedEdges.map(({ edgeId }) => edgeId) ?? [],
    waited,
    isStart,
  })
}

const unreadable = /\{\{|\bundefined\b|\[object Object\]|\bNaN\b/

function problemsOf({ turn, path, asked, stopped }: RehearsedTurn, rehearsal: Rehearsal, waited: string | undefined, isReply: boolean): Problem[] {
  const last = path.at(-1) ?? waited
  if (stopped?.reason === 'crashed') return [{ kind: 'crash', blockId: stopped.blockId, message: `A block fails: ${stopped.message}` }]
  if (!turn) return []
  if (turn.cutBy) return [{ kind: 'loop', blockId: last, message: 'The flow runs in a circle without asking anything.' }]
  const problems: Problem[] = []
  const said = transcriptOf([{ messages: turn.messages }])
  if (isReply && rehearsal.awaits === undefined && turn.messages.length === 0 && turn.clientSideActions.length === 0 && asked.length === 0) {
    problems.push({ kind: 'deadEnd', blockId: last, message: 'The conversation ends here without a word.' })
  }
  for (const [index, entry] of said.entries()) {
    // What a visitor wrote is shown as it is.
    if (unreadable.test(textOf(entry)) && !Object.values(rehearsal.session.frames.at(-1)?.variables ?? {}).some((value) => typeof value === 'string' && unreadable.test(value)))
      problems.push({ kind: 'unreadable', blockId: turn.messages[index]?.id, message: `A message reads “${textOf(entry).slice(0, 80)}”.` })
  }
  const error = asked.length === 0 && turn.logs.find(({ status }) => status === undefined || status === 'error')
  if (error) problems.push({ kind: 'error', blockId: error.context ?? last, message: `An error is logged: ${error.description}` })
  return problems
}

/** What the last of some replies comes to; nothing where the conversation is over before it. */
function problemsAfter(program: Program, world: TestWorld, replies: readonly string[]): Problem[] {
  const rehearsal = new Rehearsal(program, world)
  let taken = takeTurn(rehearsal, 0, undefined)
  let waited: string | undefined
  for (const [index, reply] of replies.entries()) {
    waited = rehearsal.awaits
    if (waited === undefined) return []
    taken = takeTurn(rehearsal, index + 1, reply)
  }
  const problems = problemsOf(taken, rehearsal, waited, replies.length > 0)
  const { awaits } = rehearsal
  return awaits === undefined ? problems : [...problems, ...stuckAt(program, world, rehearsal, awaits, taken)]
}

function stuckAt(program: Program, world: TestWorld, rehearsal: Rehearsal, awaits: string, { turn }: RehearsedTurn): Problem[] {
  const replies = repliesTo(program, world.blocks, { blockId: awaits, input: turn?.input }, 'valid')
  const isRejected = (reply: string) => (takeTurn(rehearsal.fork(), 1, reply).turn?.rejections.length ?? 0) > 0
  return replies.length > 0 && replies.every(isRejected) ? [{ kind: 'stuck', blockId: awaits, message: '' }] : []
}

function visitedBy(program: Program, world: TestWorld, replies: readonly string[]): Visited {
  const visited = nothingVisited()
  const rehearsal = new Rehearsal(program, world)
  note(visited, program, takeTurn(rehearsal, 0, undefined), undefined, true)
  for (const [index, reply] of replies.entries()) {
    const waited = rehearsal.awaits
    if (waited === undefined) break
    note(visited, program, takeTurn(rehearsal, index + 1, reply), waited, false)
  }
  return visited
}

/** Leaves out what is not needed: halves, quarters, …, single replies (delta debugging). */
export function shrunk(replies: readonly string[], holds: (replies: readonly string[]) => boolean): string[] {
  let shortest = [...replies]
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at + size <= shortest.length; ) {
      const without = [...shortest.slice(0, at), ...shortest.slice(at + size)]
      if (holds(without)) shortest = without
      else at += 1
    }
  }
  return shortest
}

/** Answers that stand for the outside world: services answer with nothing much, and scripts return nothing. */
const standIns = [
  { kind: 'http', outcome: { answer: 'response', status: 200, text: '{}' } },
  { kind: 'script', outcome: { ok: true, assigned: [] } },
  { kind: 'mail', outcome: {} },
  { kind: 'payment', outcome: { result: 'opened', clientSecret: '', publicKey: '' } },
  { kind: 'model', outcome: { outcome: { answer: 'said', text: 'An answer' } } },
] as const

const cassette = new Cassette(flowTestSchema.shape.cassette.parse(standIns))

function standIn(effect: Effect): EffectOutcome | undefined {
  return cassette.answer(effect) ?? matchedHere(effect)
}

function testOf(kind: FindingKind, message: string, replies: readonly string[]): FlowTest {
  const expect = {
    deadEnd: [{ kind: 'message', text: '.', match: 'pattern' }],
    unreadable: [{ kind: 'message', text: '^(?!.*(\\{\\{|undefined|\\[object Object\\]|NaN))', match: 'pattern' }],
    crash: [{ kind: 'noErrors' }],
    loop: [{ kind: 'noErrors' }],
    stuck: [{ kind: 'noErrors' }],
    error: [{ kind: 'noErrors' }],
  }[kind]
  const steps = [{}, ...replies.map((reply) => ({ reply }))]
  return flowTestSchema.parse({
    name: message.slice(0, 200) || kind,
    steps: steps.map((step, index) => (index === steps.length - 1 ? { ...step, expect } : step)),
    cassette: standIns,
  })
}
