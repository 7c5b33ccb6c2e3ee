import { type CompiledFlow, type Effect, type EffectOutcome, entryText, transcriptOf } from '@colloquy/engine'
import { definitionOf, type Expectation, type FlowTest, flowTestSchema } from '@colloquy/flow'
import { Cassette, exampleOf, matchedHere } from './cassette.js'
import { coverageOf, noteVisited, nothingVisited, type Visited } from './coverage.js'
import { nameOf, unreadable } from './expectations.js'
import { withExpectations } from './record-test.js'
import { Rehearsal, type RehearsedTurn, type TestWorld } from './rehearsal.js'
import { repliesTo, type Temperament, temperaments, typicalReply } from './replies-to.js'

/**
 * - `crash`: a block throws.
 * - `loop`: a turn uses up its steps.
 * - `deadEnd`: the conversation ends without a message after a reply.
 * - `stuck`: an input rejects everything that a visitor tries.
 * - `error`: the flow logs an error without calling anything.
 * - `unreadable`: a message shows a placeholder, "undefined" or the like.
 * - `unset`: a block shows a variable that has no value on this path, but has one on others.
 */
export const findingKinds = ['crash', 'loop', 'deadEnd', 'stuck', 'error', 'unreadable', 'unset'] as const
export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  kind: FindingKind
  blockId?: string
  message: string
  /** The shortest replies found that lead there. */
  replies: string[]
  /** Fails until the problem is fixed. */
  test: FlowTest
}

export interface WalkReport {
  findings: Finding[]
  /**
   * Blocks that no visitor reached, although everything was tried. Responses of services are made up, so the blocks may still be reachable.
   */
  unreached: string[]
  /** False if turns or time ended the search: then `unreached` is empty. */
  isComplete: boolean
  turns: number
}

export interface WalkOptions {
  /** Seed for the order in which visitors try things. */
  seed?: number
  /** Total number of turns, at most. */
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

/** Lets synthetic visitors talk to a flow, and reports problems, each with the shortest conversation found that shows it. */
export function walk(program: CompiledFlow, world: TestWorld, options: WalkOptions = {}): WalkReport {
  const found = new Map<string, { problem: Problem; replies: readonly string[] }>()
  const empty = new Map<string, { problem: Problem; replies: readonly string[] }>()
  const search = new Search(program, world, options, (problems, replies) => {
    for (const problem of problems) {
      // A reply without a value leaves its variable empty: that is the visitor's choice.
      if (problem.kind === 'unset' && replies.some((reply) => reply.trim() === '')) continue
      const those = problem.kind === 'unset' ? empty : found
      const key = keyOf(problem)
      if (!those.has(key) && those.size < mostFindings) those.set(key, { problem, replies })
    }
    return false
  })
  search.run()
  const unset = [...empty.values()].filter(({ problem }) => search.filled.has(problem.variableId ?? ''))
  const findings = [...found.values(), ...unset].slice(0, mostFindings).map(({ problem, replies }): Finding => {
    const key = keyOf(problem)
    const shortest = shortestWay(program, world, replies, (some) =>
      problemsAfter(program, world, some).some((one) => keyOf(one) === key),
    )
    const { kind, blockId, message } = problem
    return { kind, ...(blockId && { blockId }), message, replies: shortest, test: testOf(problem, program, shortest) }
  })
  const unreached = search.isComplete
    ? coverageOf(program, search.visited).blocks.flatMap(({ id, isCovered }) => (isCovered ? [] : id))
    : []
  return { findings, unreached, isComplete: search.isComplete, turns: search.turns }
}

const keyOf = ({ kind, blockId, variableId }: Problem) => JSON.stringify([kind, blockId, variableId])

/** A part of a flow that no test visits yet. */
export type MissingTarget = { edgeId: string } | { blockId: string } | { sideId: string }

/** Writes a test that visits a block, follows an edge or takes a side of a condition. Undefined if no path there was found. */
export function missingTest(
  program: CompiledFlow,
  world: TestWorld,
  target: MissingTarget,
  options: WalkOptions = {},
): FlowTest | undefined {
  const isThere = (visited: Visited) => {
    if ('edgeId' in target) return visited.edges.has(target.edgeId)
    return 'sideId' in target ? visited.sides.has(target.sideId) : visited.blocks.has(target.blockId)
  }
  let way: readonly string[] | undefined
  const search: Search = new Search(program, world, options, (_, replies) => {
    if (isThere(search.visited)) way = replies
    return way !== undefined
  })
  search.run()
  if (!way) return undefined
  const replies = shortestWay(program, world, way, (some) => isThere(visitedBy(program, world, some)))
  const test = flowTestSchema().parse({
    name: `Reaches ${nameOfTarget(program, target)}`.slice(0, 200),
    steps: [{}, ...replies.map((reply) => ({ reply }))],
    cassette: standIns,
  })
  return withExpectations(test, program, world)
}

function nameOfTarget(program: CompiledFlow, target: MissingTarget): string {
  if ('blockId' in target) return target.blockId
  if ('sideId' in target) return target.sideId.trim()
  const { edgeId } = target
  const to = program.edgeById.get(edgeId)?.to.groupId
  return (to && program.groupById.get(to)?.title) || edgeId
}

interface Problem {
  kind: FindingKind
  blockId: string | undefined
  message: string
  /** For `unset`. */
  variableId?: string
  /** For `stuck`: one of the valid replies that were rejected. */
  reply?: string
}

/** Explores a flow: from the inputs that were tried least, with all replies of all temperaments. */
class Search {
  readonly visited = nothingVisited()
  /** Variables that had a value at some point. */
  readonly filled = new Set<string>()
  readonly #program: CompiledFlow
  readonly #world: TestWorld
  readonly #isOutOfTime: () => boolean
  /** Called after each turn; true ends the search. */
  readonly #notice: (problems: readonly Problem[], replies: readonly string[]) => boolean
  readonly #places = new Map<string, Place[]>()
  readonly #expanded = new Map<string, number>()
  readonly #known = new Set<string>()
  readonly #most: number
  #turnsLeft: number
  #chance: number
  #isDone = false
  #wasCut = false

  constructor(
    program: CompiledFlow,
    world: TestWorld,
    { seed = 1, turns = defaultTurns, isOutOfTime = () => false }: WalkOptions,
    notice: (problems: readonly Problem[], replies: readonly string[]) => boolean,
  ) {
    this.#program = program
    this.#world = world
    this.#isOutOfTime = isOutOfTime
    this.#notice = notice
    this.#turnsLeft = turns
    this.#most = turns
    this.#chance = seed >>> 0
  }

  get turns(): number {
    return this.#most - this.#turnsLeft
  }

  /** True if everything that could be tried was tried. */
  get isComplete(): boolean {
    return !this.#wasCut && [...this.#places.values()].every((places) => places.length === 0)
  }

  run(): void {
    this.#take(new Rehearsal(this.#program, this.#world), [], undefined)
    for (let place = this.#next(); place && !this.#isDone; place = this.#next()) this.#expand(place)
  }

  /** Continues from the input that was tried least. */
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
    // Misbehaving visitors do so once at each input: their findings do not depend on how they got there.
    const kinds: readonly Temperament[] = count <= 1 ? temperaments : ['valid']
    let accepted = 0
    let tried = 0
    let rejected: string | undefined
    for (const kind of kinds) {
      for (const reply of this.#shuffled(
        repliesTo(this.#program, this.#world.blocks, { blockId: awaits, input }, kind),
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
        ...(rejected !== undefined && { reply: rejected }),
      }
      this.#isDone ||= this.#notice([stuck], replies)
    }
  }

  /** Performs one turn; true if the reply was rejected. */
  #take(rehearsal: Rehearsal, replies: readonly string[], reply: string | undefined): boolean {
    this.#turnsLeft -= 1
    const waited = rehearsal.awaits
    const taken = takeTurn(rehearsal, replies.length, reply)
    note(this.visited, this.#program, taken, waited, replies.length === 0)
    for (const { id } of this.#program.variables) {
      if (!this.filled.has(id) && rehearsal.value(id)) this.filled.add(id)
    }
    this.#isDone ||= this.#notice(problemsOf(this.#program, taken, rehearsal, waited, reply !== undefined), replies)
    const { awaits } = rehearsal
    const isRejected = (taken.turn?.rejections.length ?? 0) > 0
    if (awaits === undefined || taken.stopped) return isRejected
    if (replies.length >= longestWalk) {
      this.#wasCut = true
      return isRejected
    }
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

/** State of a visitor: earlier turns matter only through the values they left. */
function stateKey({ session, awaits }: Rehearsal): string {
  return JSON.stringify([
    awaits,
    session.frames.map(({ programId, variables, queue }) => [programId, variables, queue]),
    session.returnMark,
  ])
}

function takeTurn(rehearsal: Rehearsal, turn: number, reply: string | undefined): RehearsedTurn {
  const chance = { now: 1_767_225_600_000 + turn * 1000, seed: 1 + turn }
  const message = reply === undefined ? {} : { message: { type: 'text' as const, text: reply } }
  const event = { kind: turn === 0 ? ('start' as const) : ('reply' as const), ...chance, ...message }
  return rehearsal.take(event, (effect, blockId) => standIn(rehearsal.program, effect, blockId))
}

function note(
  visited: Visited,
  program: CompiledFlow,
  { path, sides, turn }: RehearsedTurn,
  waited: string | undefined,
  isStart: boolean,
) {
  noteVisited(visited, program, {
    path,
    sides,
    edgeIds: turn?.visitedEdges.map(({ edgeId }) => edgeId) ?? [],
    waited,
    isStart,
  })
}

function problemsOf(
  program: CompiledFlow,
  { turn, path, asked, stopped }: RehearsedTurn,
  rehearsal: Rehearsal,
  waited: string | undefined,
  isReply: boolean,
): Problem[] {
  const last = path.at(-1) ?? waited
  if (stopped?.reason === 'crashed') {
    return [{ kind: 'crash', blockId: stopped.blockId, message: `A block fails: ${stopped.message}` }]
  }
  if (!turn) return []
  if (turn.cutBy) {
    return [{ kind: 'loop', blockId: last, message: 'The flow runs in a circle without asking anything.' }]
  }
  const isOver = rehearsal.awaits === undefined
  const isSilent = turn.messages.length === 0 && turn.clientSideActions.length === 0 && asked.length === 0
  const problems: Problem[] = []
  if (isReply && isOver && isSilent) {
    problems.push({ kind: 'deadEnd', blockId: last, message: 'The conversation ends here without a word.' })
  }
  // A visitor's text is shown unchanged.
  const isEcho = program.variables.some(({ id }) => unreadable.test(`${rehearsal.value(id) ?? ''}`))
  for (const message of isEcho ? [] : turn.messages) {
    const said = transcriptOf([{ messages: [message] }])
      .map(entryText)
      .join(' ')
    if (unreadable.test(said)) {
      problems.push({ kind: 'unreadable', blockId: message.id, message: `A message reads “${said.slice(0, 80)}”.` })
    }
  }
  for (const blockId of path) {
    for (const { id, name } of shownVariables(program, blockId)) {
      if ((rehearsal.value(id) ?? null) !== null) continue
      problems.push({ kind: 'unset', blockId, variableId: id, message: `{{${name}}} has no value here.` })
    }
  }
  const error = asked.length === 0 && turn.logs.find(({ status }) => status === undefined || status === 'error')
  if (error) {
    problems.push({
      kind: 'error',
      blockId: error.context ?? last,
      message: `An error is logged: ${error.description}`,
    })
  }
  return problems
}

/** Variables without a default that a block shows. Blocks that compute or compare may well find them empty. */
function shownVariables(program: CompiledFlow, blockId: string): readonly CompiledFlow['variables'][number][] {
  const key = `shown ${blockId}`
  const known = program.memo.get(key) as CompiledFlow['variables'][number][] | undefined
  if (known) return known
  const block = program.blockById.get(blockId)?.block
  const isShown = block && definitionOf(block.type)?.computes !== true
  const names = new Set(
    [...(isShown ? JSON.stringify(block) : '').matchAll(/\{\{([^{}]{1,200})\}\}/g)].map(([, name]) => name),
  )
  const shown = program.variables.filter(({ name, value }) => names.has(name) && (value ?? null) === null)
  program.memo.set(key, shown)
  return shown
}

/** Problems after the last of some replies; none if the conversation ends before it. */
function problemsAfter(program: CompiledFlow, world: TestWorld, replies: readonly string[]): Problem[] {
  const rehearsal = new Rehearsal(program, world)
  let taken = takeTurn(rehearsal, 0, undefined)
  let waited: string | undefined
  for (const [index, reply] of replies.entries()) {
    waited = rehearsal.awaits
    if (waited === undefined) return []
    taken = takeTurn(rehearsal, index + 1, reply)
  }
  const problems = problemsOf(program, taken, rehearsal, waited, replies.length > 0)
  const { awaits } = rehearsal
  return awaits === undefined ? problems : [...problems, ...stuckAt(program, world, rehearsal, awaits, taken)]
}

function stuckAt(
  program: CompiledFlow,
  world: TestWorld,
  rehearsal: Rehearsal,
  awaits: string,
  { turn }: RehearsedTurn,
): Problem[] {
  const replies = repliesTo(program, world.blocks, { blockId: awaits, input: turn?.input }, 'valid')
  const isRejected = (reply: string) => (takeTurn(rehearsal.fork(), 1, reply).turn?.rejections.length ?? 0) > 0
  return replies.length > 0 && replies.every(isRejected) ? [{ kind: 'stuck', blockId: awaits, message: '' }] : []
}

function visitedBy(program: CompiledFlow, world: TestWorld, replies: readonly string[]): Visited {
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

type Holds = (replies: readonly string[]) => boolean

/** The shortest replies with the same effect, as a person would give them: `48` is a name only where it matters. */
function shortestWay(program: CompiledFlow, world: TestWorld, way: readonly string[], holds: Holds): string[] {
  let replies = minimalReplies(way, holds)
  const rehearsal = new Rehearsal(program, world)
  let taken = takeTurn(rehearsal, 0, undefined)
  for (let at = 0; at < replies.length; at++) {
    const { awaits } = rehearsal
    if (awaits === undefined) break
    const usual = typicalReply(program, world.blocks, { blockId: awaits, input: taken.turn?.input })
    const changed = usual === undefined ? replies : replies.with(at, usual)
    const isRejected = (some: readonly string[]) =>
      (takeTurn(rehearsal.fork(), at + 1, some[at]).turn?.rejections.length ?? 0) > 0
    if (usual !== undefined && isRejected(changed) === isRejected(replies) && holds(changed)) replies = changed
    taken = takeTurn(rehearsal, at + 1, replies[at])
  }
  return replies
}

/** Removes unnecessary replies: halves, quarters, …, single replies (delta debugging). */
export function minimalReplies(replies: readonly string[], holds: Holds): string[] {
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

/** Stand-ins for the outside world: services return a minimal response, and scripts return nothing. */
const standIns = [
  { kind: 'http', outcome: { answer: 'response', status: 200, text: '{}' } },
  { kind: 'script', outcome: { ok: true, assigned: [] } },
  { kind: 'mail', outcome: {} },
  { kind: 'payment', outcome: { result: 'opened', clientSecret: '', publicKey: '' } },
  { kind: 'model', outcome: { outcome: { answer: 'said', text: 'An answer' } } },
] as const

const cassette = new Cassette(flowTestSchema().shape.cassette.parse(standIns))

function standIn(program: CompiledFlow, effect: Effect, blockId: string | undefined): EffectOutcome | undefined {
  return cassette.answer(effect, exampleOf(program, effect, blockId)) ?? matchedHere(effect)
}

/** Fails as long as the problem exists. */
function testOf(
  { kind, message, variableId, blockId, reply }: Problem,
  program: CompiledFlow,
  shortest: readonly string[],
): FlowTest {
  const replies = reply === undefined ? shortest : [...shortest, reply]
  const place = blockId ? ` (${nameOf(blockId, program)})` : ''
  const steps = [{}, ...replies.map((reply) => ({ reply }))]
  const test = flowTestSchema().parse({
    name: `${message.replace(/\.$/, '')}${place}`.slice(0, 200),
    steps,
    cassette: standIns,
  })
  const last = steps.length - 1
  const expect: Record<FindingKind, Expectation[]> = {
    deadEnd: [{ kind: 'message', text: '.', match: 'pattern' }],
    unreadable: [{ kind: 'readable' }],
    unset:
      variableId === undefined
        ? []
        : [{ kind: 'filled', id: variableId, hint: program.variableById.get(variableId)?.name }],
    crash: [{ kind: 'noErrors' }],
    loop: [{ kind: 'noErrors' }],
    stuck: [{ kind: 'accepted' }],
    error: [{ kind: 'noErrors' }],
  }
  return {
    ...test,
    steps: test.steps.map((step, index) => (index === last ? { ...step, expect: expect[kind] } : step)),
  }
}
