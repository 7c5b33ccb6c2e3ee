/** Runs as a worker: looking for problems in a large flow takes longer than a key may wait. */
import { contextOf, lintFlow, referencesOf } from '@colloquy/flow'
import { answerOrders } from '../workers/answer-orders.js'
import type { LintOrders } from './lint-orders.js'

answerOrders<LintOrders>({
  references: ({ draft }) => referencesOf(draft),
  lint: ({ draft, found }) => lintFlow(draft, found && contextOf(found)),
})
