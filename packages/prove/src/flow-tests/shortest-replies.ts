import type { CompiledFlow } from '@colloquy/engine'
import { Rehearsal, type TestWorld } from './rehearsal.js'
import { typicalReply, type VisitorReply } from './replies-to.js'
import { takeTurn } from './synthetic-turn.js'

type Holds = (replies: readonly VisitorReply[]) => boolean

/** The shortest replies with the same effect, as a person would give them: `48` is a name only where it matters. */
export function shortestReplies(
  compiledFlow: CompiledFlow,
  world: TestWorld,
  found: readonly VisitorReply[],
  holds: Holds,
): VisitorReply[] {
  let replies = minimalReplies(found, holds)
  const rehearsal = new Rehearsal(compiledFlow, world)
  let taken = takeTurn(rehearsal, 0, undefined)
  for (let at = 0; at < replies.length; at++) {
    const { awaits } = rehearsal
    if (awaits === undefined) break
    const usual = typicalReply(compiledFlow, world.blocks, { blockId: awaits, input: taken.turn?.input })
    const changed = usual === undefined ? replies : replies.with(at, usual)
    const isRejected = (some: readonly VisitorReply[]) =>
      (takeTurn(rehearsal.fork(), at + 1, some[at]).turn?.invalidReplies.length ?? 0) > 0
    if (usual !== undefined && isRejected(changed) === isRejected(replies) && holds(changed)) replies = changed
    taken = takeTurn(rehearsal, at + 1, replies[at])
  }
  return replies
}

/** Removes unnecessary replies: halves, quarters, …, single replies (delta debugging). */
function minimalReplies(replies: readonly VisitorReply[], holds: Holds): VisitorReply[] {
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
