import type { Budgets } from '@colloquy/engine'
import type { FlowTest, Warning } from '@colloquy/flow'
import {
  openSuite,
  type RecordedConversation,
  type RecordOutcome,
  readTest,
  recordTest,
  runTests,
  type SuiteReport,
  type WalkReport,
  walk,
} from '@colloquy/prove'
import { type FlowSource, parsedSource } from '../caches/compile-stored.js'
import { readSentBot, type SentBot } from '../http/sent-bot.js'

/** Everything that tests need, as plain data for a thread. */
export interface TestInput {
  draft: FlowSource
  linked: FlowSource[]
  budgets: Budgets
  publicUrl: string | undefined
}

/** Runs stored tests. Skips those that an earlier version wrote and this one cannot read. */
export function runStoredTests({
  tests,
  ...input
}: TestInput & { tests: { id: string; test: string }[] }): SuiteReport {
  const readable = tests.flatMap(({ id, test }) => {
    const read = readTest(JSON.parse(test))
    return read.ok ? [{ id, test: read.test }] : []
  })
  return runTests({ ...suiteOf(input), tests: readable })
}

/** Runs synthetic visitors for this many turns, and reports their findings. */
export function walkDraft({ turns, ...input }: TestInput & { turns: number }): WalkReport {
  const { compiledFlow, world } = openSuite(suiteOf(input))
  return walk(compiledFlow, world, { turns })
}

export function recordStoredTest({
  conversation,
  name,
  ...input
}: TestInput & { conversation: Pick<RecordedConversation, 'turns' | 'isUnknown'>; name: string }): RecordOutcome {
  const { compiledFlow, world } = openSuite(suiteOf(input))
  return recordTest(conversation, name, compiledFlow, world)
}

/** Reads the tests of a file. Invalid ones are reported in warnings. */
export function readTests({ bot, max }: { bot: SentBot; max: number }): {
  tests: FlowTest[]
  warnings: Warning[]
} {
  const warnings: Warning[] = []
  const { tests } = readSentBot(bot) as { tests: unknown[] }
  const found = tests.slice(0, max).flatMap((item, index) => {
    const read = readTest(item)
    if (read.ok) return [read.test]
    warnings.push({ path: `bot.tests.${index}`, message: `The test was left out: ${read.problems[0]}` })
    return []
  })
  if (tests.length > max) warnings.push({ path: 'bot.tests', message: `Only the first ${max} tests were imported.` })
  return { tests: found, warnings }
}

function suiteOf({ draft, linked, budgets, publicUrl }: TestInput) {
  return {
    draft: parsedSource(draft),
    linked: linked.map(parsedSource),
    budgets,
    ...(publicUrl && { publicUrl }),
  }
}
