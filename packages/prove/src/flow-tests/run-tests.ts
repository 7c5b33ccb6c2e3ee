import { blockRegistry } from '@colloquy/blocks'
import { type Budgets, type CompiledFlow, compile, defaultBudgets, type FlowSource } from '@colloquy/engine'
import type { FlowTest } from '@colloquy/flow'
import { type Coverage, coverageOf, nothingVisited } from './coverage.js'
import type { TestWorld } from './rehearsal.js'
import { runTest, type TestRun, type TestStatus } from './run-test.js'

export interface TestSuite {
  draft: FlowSource
  tests: readonly { id: string; test: FlowTest }[]
  /** Bots that the draft links to. */
  linked?: readonly FlowSource[]
  budgets?: Budgets
  publicUrl?: string
}

export interface TestReport {
  id: string
  name: string
  status: TestStatus
  /** References to things that are gone. */
  stale: string[]
  runs: TestRun[]
  /** Blocks that it visited: an edit elsewhere does not affect it. */
  blocks: string[]
}

export interface SuiteReport {
  tests: TestReport[]
  counts: Record<TestStatus, number>
  coverage: Coverage
}

/** Runs tests on a draft, and sums up what they visited. */
export function runTests(suite: TestSuite): SuiteReport {
  const { compiledFlow, world } = openSuite(suite)
  const visited = nothingVisited()
  const counts: SuiteReport['counts'] = { passed: 0, failed: 0, stale: 0 }
  const tests = suite.tests.map(({ id, test }): TestReport => {
    const result = runTest(test, compiledFlow, world)
    counts[result.status] += 1
    for (const block of result.visited.blocks) visited.blocks.add(block)
    for (const edge of result.visited.edges) visited.edges.add(edge)
    for (const side of result.visited.sides) visited.sides.add(side)
    const { status, stale, runs } = result
    return { id, name: test.name, status, stale, runs, blocks: [...result.visited.blocks] }
  })
  return { tests, counts, coverage: coverageOf(compiledFlow, visited) }
}

export function openSuite({ draft, linked = [], budgets = defaultBudgets, publicUrl }: Omit<TestSuite, 'tests'>): {
  compiledFlow: CompiledFlow
  world: TestWorld
} {
  const world: TestWorld = {
    blocks: blockRegistry,
    budgets,
    linked: new Map(linked.map((source) => [source.botId, compile(source)])),
    ...(publicUrl && { publicUrl }),
  }
  return { compiledFlow: compile(draft), world }
}
