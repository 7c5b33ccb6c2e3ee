/** Runs as a worker: tests run here, so that typing on the canvas never waits for them. */
import { missingTest, openSuite, runTests, testFromText, testToText, walk, withExpectations } from '@colloquy/prove'
import { answerOrders } from '../workers/answer-orders.js'
import type { TestOrders } from './worker-orders.js'

/** Milliseconds that visitors may take; less than after which the page gives the worker up. */
const longestWalk = 8_000

answerOrders<TestOrders>({
  run: runTests,
  write: ({ test }) => testToText(test),
  read: ({ text }) => testFromText(text),
  propose: ({ test, ...suite }) => {
    const { program, world } = openSuite(suite)
    return withExpectations(test, program, world)
  },
  walk: (suite) => {
    const { program, world } = openSuite(suite)
    return walk(program, world, { isOutOfTime: within(longestWalk) })
  },
  missing: ({ target, ...suite }) => {
    const { program, world } = openSuite(suite)
    return missingTest(program, world, target, { isOutOfTime: within(longestWalk) }) ?? null
  },
})

function within(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}
