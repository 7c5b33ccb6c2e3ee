/** Runs as a worker: tests run here, so that typing on the canvas never waits for them. */
import { openSuite, runTests, testFromText, testToText, withExpectations } from '@colloquy/prove'
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
  }
}

function reply(message: TestReply): void {
  postMessage(message)
}
