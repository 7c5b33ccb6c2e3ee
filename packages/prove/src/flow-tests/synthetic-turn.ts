import type { CompiledFlow, Effect, EffectOutcome } from '@colloquy/engine'
import { flowTestSchema } from '@colloquy/flow'
import { Cassette, exampleOf, matchedHere } from './cassette.js'
import { noteVisited, type Visited } from './coverage.js'
import type { Rehearsal, RehearsedTurn } from './rehearsal.js'
import type { VisitorReply } from './replies-to.js'

/** Stand-ins for the outside world: services return a minimal response, and scripts return nothing. */
export const standIns = [
  { kind: 'http', outcome: { answer: 'response', status: 200, text: '{}' } },
  { kind: 'script', outcome: { ok: true, assigned: [] } },
  { kind: 'mail', outcome: {} },
  { kind: 'payment', outcome: { result: 'opened', clientSecret: '', publicKey: '' } },
  { kind: 'model', outcome: { outcome: { answer: 'said', text: 'An answer' } } },
] as const

const cassette = new Cassette(flowTestSchema().shape.cassette.parse(standIns))

export function standIn(
  compiledFlow: CompiledFlow,
  effect: Effect,
  blockId: string | undefined,
): EffectOutcome | undefined {
  return cassette.answer(effect, exampleOf(compiledFlow, effect, blockId)) ?? matchedHere(effect)
}

/** Takes the turn of a synthetic visitor, with stand-ins for the outside world. */
export function takeTurn(rehearsal: Rehearsal, turn: number, reply: VisitorReply | undefined): RehearsedTurn {
  const chance = { now: 1_767_225_600_000 + turn * 1000, seed: 1 + turn }
  const message = typeof reply === 'string' ? { type: 'text' as const, text: reply } : reply
  const event = { kind: turn === 0 ? ('start' as const) : ('reply' as const), ...chance, ...(message && { message }) }
  return rehearsal.take(event, (effect, blockId) => standIn(rehearsal.compiledFlow, effect, blockId))
}

/** Adds what a turn visited. */
export function noteTurn(
  visited: Visited,
  compiledFlow: CompiledFlow,
  { path, sides, turn }: RehearsedTurn,
  waited: string | undefined,
  isStart: boolean,
) {
  noteVisited(visited, compiledFlow, {
    path,
    sides,
    edgeIds: turn?.visitedEdges.map(({ edgeId }) => edgeId) ?? [],
    waited,
    isStart,
  })
}
