import type { CompiledFlow } from '@colloquy/engine'
import { type FlowTest, flowTestSchema } from '@colloquy/flow'
import { nothingVisited, type Visited } from './coverage.js'
import { withExpectations } from './record-test.js'
import { Rehearsal, type TestWorld } from './rehearsal.js'
import type { VisitorReply } from './replies-to.js'
import { shortestReplies } from './shortest-replies.js'
import { noteTurn, standIns, takeTurn } from './synthetic-turn.js'
import { Search, type WalkOptions } from './walk-search.js'

/** A part of a flow that no test visits yet. */
export type MissingTarget = { edgeId: string } | { blockId: string } | { sideId: string }

/** Writes a test that visits a block, follows an edge or takes a side of a condition. Undefined if no path there was found. */
export function missingTest(
  compiledFlow: CompiledFlow,
  world: TestWorld,
  target: MissingTarget,
  options: WalkOptions = {},
): FlowTest | undefined {
  const isThere = (visited: Visited) => {
    if ('edgeId' in target) return visited.edges.has(target.edgeId)
    return 'sideId' in target ? visited.sides.has(target.sideId) : visited.blocks.has(target.blockId)
  }
  let found: readonly VisitorReply[] | undefined
  const search: Search = new Search(compiledFlow, world, options, (_, replies) => {
    if (isThere(search.visited)) found = replies
    return found !== undefined
  })
  search.run()
  if (!found) return undefined
  const replies = shortestReplies(compiledFlow, world, found, (some) => isThere(visitedBy(compiledFlow, world, some)))
  const test = flowTestSchema().parse({
    name: `Reaches ${nameOfTarget(compiledFlow, target)}`.slice(0, 200),
    steps: [{}, ...replies.map((reply) => ({ reply }))],
    cassette: standIns,
  })
  return withExpectations(test, compiledFlow, world)
}

function nameOfTarget(compiledFlow: CompiledFlow, target: MissingTarget): string {
  if ('blockId' in target) return target.blockId
  if ('sideId' in target) return target.sideId.trim()
  const { edgeId } = target
  const to = compiledFlow.edgeById.get(edgeId)?.to.groupId
  return (to && compiledFlow.groupById.get(to)?.title) || edgeId
}

function visitedBy(compiledFlow: CompiledFlow, world: TestWorld, replies: readonly VisitorReply[]): Visited {
  const visited = nothingVisited()
  const rehearsal = new Rehearsal(compiledFlow, world)
  noteTurn(visited, compiledFlow, takeTurn(rehearsal, 0, undefined), undefined, true)
  for (const [index, reply] of replies.entries()) {
    const waited = rehearsal.awaits
    if (waited === undefined) break
    noteTurn(visited, compiledFlow, takeTurn(rehearsal, index + 1, reply), waited, false)
  }
  return visited
}
