/** Runs as a worker: tests run here, so that typing on the canvas never waits for them. */
import {
  acceptDraft,
  filledIn,
  missingTest,
  openSuite,
  runTest,
  runTests,
  testFromText,
  testToText,
  walk,
  withExpectationReplaced,
  withoutStale,
} from '@colloquy/prove'
import { answerOrders } from '../workers/answer-orders.js'
import type { TestOrders } from './worker-orders.js'

/** Milliseconds that visitors may take; less than after which the page gives the worker up. */
const maxWalkSteps = 8_000

answerOrders<TestOrders>({
  run: ({ suite: { tests }, ...rest }) => {
    const report = runTests({ ...rest, tests })
    // Copying the transcripts of hundreds of tests would keep the page busy for longer than a frame.
    for (const { runs } of report.tests) for (const run of runs) run.steps = []
    return report
  },
  converse: ({ test, ...suite }) => {
    const { compiledFlow, world } = openSuite(suite)
    const { runs } = runTest(test, compiledFlow, world)
    const shown = runs.find(({ failures }) => failures.length > 0) ?? runs[0]
    const row = shown?.row === undefined ? undefined : test.table?.[shown.row]
    const { steps } = row ? filledIn(test, row) : test
    return { replies: steps.map(({ reply }) => reply), steps: shown?.steps ?? [] }
  },
  write: ({ test }) => testToText(test),
  read: ({ text }) => testFromText(text),
  propose: ({ test, ...suite }) => {
    const { compiledFlow, world } = openSuite(suite)
    return acceptDraft(test, compiledFlow, world)
  },
  replace: ({ test, failure }) => withExpectationReplaced(test, failure, failure.instead),
  mend: ({ test, ...suite }) => withoutStale(test, openSuite(suite).compiledFlow),
  walk: (suite) => {
    const { compiledFlow, world } = openSuite(suite)
    return walk(compiledFlow, world, { isOutOfTime: within(maxWalkSteps) })
  },
  missing: ({ target, ...suite }) => {
    const { compiledFlow, world } = openSuite(suite)
    return missingTest(compiledFlow, world, target, { isOutOfTime: within(maxWalkSteps) }) ?? null
  },
})

function within(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}
