import type { CompiledFlow } from '@colloquy/engine'
import { type Expectation, type FlowTest, flowTestSchema } from '@colloquy/flow'
import { coverageOf } from './coverage.js'
import { nameOf } from './expectations.js'
import type { TestWorld } from './rehearsal.js'
import type { VisitorReply } from './replies-to.js'
import { shortestReplies } from './shortest-replies.js'
import { standIns } from './synthetic-turn.js'
import { type FindingKind, type Problem, problemsAfter } from './walk-problems.js'
import { Search, type WalkOptions } from './walk-search.js'

export interface Finding {
  kind: FindingKind
  blockId?: string
  message: string
  /** The shortest replies found that lead there. */
  replies: VisitorReply[]
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

const maxFindings = 50

/** Lets synthetic visitors talk to a flow, and reports problems, each with the shortest conversation found that shows it. */
export function walk(compiledFlow: CompiledFlow, world: TestWorld, options: WalkOptions = {}): WalkReport {
  const found = new Map<string, { problem: Problem; replies: readonly VisitorReply[] }>()
  const empty = new Map<string, { problem: Problem; replies: readonly VisitorReply[] }>()
  const search = new Search(compiledFlow, world, options, (problems, replies) => {
    for (const problem of problems) {
      // A reply without a value leaves its variable empty: that is the visitor's choice.
      if (problem.kind === 'unset' && replies.some((reply) => typeof reply === 'string' && reply.trim() === ''))
        continue
      const those = problem.kind === 'unset' ? empty : found
      const key = keyOf(problem)
      if (!those.has(key) && those.size < maxFindings) those.set(key, { problem, replies })
    }
    return false
  })
  search.run()
  const unset = [...empty.values()].filter(({ problem }) => search.filled.has(problem.variableId ?? ''))
  const findings = [...found.values(), ...unset].slice(0, maxFindings).map(({ problem, replies }): Finding => {
    const key = keyOf(problem)
    const shortest = shortestReplies(compiledFlow, world, replies, (some) =>
      problemsAfter(compiledFlow, world, some).some((one) => keyOf(one) === key),
    )
    const { kind, blockId, message } = problem
    return {
      kind,
      ...(blockId && { blockId }),
      message,
      replies: shortest,
      test: testOf(problem, compiledFlow, shortest),
    }
  })
  const unreached = search.isComplete
    ? coverageOf(compiledFlow, search.visited).blocks.flatMap(({ id, isCovered }) => (isCovered ? [] : id))
    : []
  return { findings, unreached, isComplete: search.isComplete, turns: search.turns }
}

const keyOf = ({ kind, blockId, variableId }: Problem) => JSON.stringify([kind, blockId, variableId])

/** Fails as long as the problem exists. */
function testOf(
  { kind, message, variableId, blockId, reply }: Problem,
  compiledFlow: CompiledFlow,
  shortest: readonly VisitorReply[],
): FlowTest {
  const replies = reply === undefined ? shortest : [...shortest, reply]
  const suffix = blockId ? ` (${nameOf(blockId, compiledFlow)})` : ''
  const steps = [{}, ...replies.map((reply) => ({ reply }))]
  const test = flowTestSchema().parse({
    name: `${message.replace(/\.$/, '')}${suffix}`.slice(0, 200),
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
        : [{ kind: 'filled', id: variableId, hint: compiledFlow.variableById.get(variableId)?.name }],
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
