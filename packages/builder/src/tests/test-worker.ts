/** Runs as a worker: tests run here, so that typing on the canvas never waits for them. */
import { missingTest, openSuite, runTests, testFromText, testToText, walk, withExpectations } from '@colloquy/prove'
import type { TestOrder, TestOrders, TestReply } from './worker-orders.js'

addEventListener('message', ({ data }: MessageEvent<TestOrder>) => {
  try {
    reply({ id: data.id, answer: answerOf(data) })
  } catch (error) {
    reply({ id: data.id, error: (error as Error).message })
  }
})

function answerOf(order: TestOrder): TestOrders[TestOrder['kind']]['answers'] {
  switch (order.kind) {
    case 'run':
      return runTests(order)
    case 'write':
      return testToText(order.test)
    case 'read':
      return testFromText(order.text)
    case 'propose': {
      const { program, world } = openSuite(order)
      return withExpectations(order.test, program, world)
    }
    case 'walk': {
      const { program, world } = openSuite(order)
      return walk(program, world, { isOutOfTime: within(longestWalk) })
    }
    case 'missing': {
      const { program, world } = openSuite(order)
      return missingTest(program, world, order.target, { isOutOfTime: within(longestWalk) }) ?? null
    }
  }
}

/** Milliseconds that visitors may take; less than after which the page gives the worker up. */
const longestWalk = 8_000

function within(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}

function reply(message: TestReply): void {
  postMessage(message)
}
