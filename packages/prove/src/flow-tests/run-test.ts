import type { ReplyMessage } from '@colloquy/chat'
import { type CompiledFlow, type TranscriptEntry, transcriptOf } from '@colloquy/engine'
import type { FlowTest, TestStep } from '@colloquy/flow'
import { Cassette, exampleOf, matchedHere } from './cassette.js'
import { noteVisited, nothingVisited, type Visited } from './coverage.js'
import { failuresOf, type StepOutcome, unmetOf } from './expectations.js'
import type { Failure } from './failure.js'
import { Rehearsal, type RehearsedTurn, type TestWorld } from './rehearsal.js'
import { staleReferences } from './stale.js'
import { filledIn } from './table.js'

export interface TestRun {
  /** Row of the test's table, from 0. */
  row?: number
  failures: Failure[]
  /** Messages, step by step, up to the step that failed to run. Omitted for rows of a table that passed. */
  steps: { entries: TranscriptEntry[]; path: readonly string[]; awaits?: string }[]
}

/**
 * - `passed`: everything was as expected.
 * - `failed`: something was not.
 * - `stale`: it refers to blocks, groups or variables that are gone; it was not run.
 */
export type TestStatus = 'passed' | 'failed' | 'stale'

export interface TestResult {
  status: TestStatus
  /** References to things that are gone. */
  stale: string[]
  runs: TestRun[]
  visited: Visited
}

/** Runs a test once for each row of its table. The same test on the same flow gives the same result; nothing is called. */
export function runTest(test: FlowTest, compiledFlow: CompiledFlow, world: TestWorld): TestResult {
  const stale = staleReferences(test, compiledFlow)
  const visited = nothingVisited()
  if (stale.length > 0) return { status: 'stale', stale, runs: [], visited }
  const rows = test.table && test.table.length > 0 ? test.table : [undefined]
  const runs = rows.map((row, index): TestRun => {
    const run = runOnce(row ? filledIn(test, row) : test, compiledFlow, world, visited)
    return row ? { row: index, ...run } : run
  })
  return { status: runs.every(({ failures }) => failures.length === 0) ? 'passed' : 'failed', stale, runs, visited }
}

function runOnce(test: FlowTest, compiledFlow: CompiledFlow, world: TestWorld, visited: Visited): Omit<TestRun, 'row'> {
  const { outcomes, stopped } = rehearse(test, compiledFlow, world, visited)
  const failures: Failure[] = []
  for (const [step, outcome] of outcomes.entries()) {
    for (const unmet of failuresOf(test.steps[step]?.expect ?? [], outcome, compiledFlow))
      failures.push({ step, ...unmet })
  }
  if (stopped) failures.push(stopped)
  else failures.push(...unmetOf(test.expect, outcomes, compiledFlow))
  const isShown = failures.length > 0 || !test.table
  return {
    failures: failures.slice(0, maxFailures).map(shortened),
    steps: isShown ? outcomes.map(({ entries, path, awaits }) => ({ entries, path, ...(awaits && { awaits }) })) : [],
  }
}

/** Failures of one run; further ones are consequences of the first. */
const maxFailures = 20
const maxCharacters = 2000

function shortened({ expected, actual, ...failure }: Failure): Failure {
  return {
    ...failure,
    ...(expected !== undefined && { expected: expected.slice(0, maxCharacters) }),
    ...(actual !== undefined && { actual: actual.slice(0, maxCharacters) }),
  }
}

/** Performs the steps of a test without checking expectations. */
export function rehearse(
  test: FlowTest,
  compiledFlow: CompiledFlow,
  world: TestWorld,
  visited: Visited = nothingVisited(),
): { outcomes: StepOutcome[]; turns: RehearsedTurn[]; stopped?: Failure } {
  const rehearsal = new Rehearsal(compiledFlow, world, test.start.channel, test.start.contact)
  const cassette = new Cassette(test.cassette)
  const outcomes: StepOutcome[] = []
  const turns: RehearsedTurn[] = []
  for (const [index, step] of test.steps.entries()) {
    const waited = rehearsal.awaits
    if (index > 0 && waited === undefined) {
      const blockId = outcomes.findLast(({ path }) => path.length > 0)?.path.at(-1)
      const message = 'The conversation was over before this reply.'
      return { outcomes, turns, stopped: { step: index, message, ...(blockId && { blockId }) } }
    }
    const taken = rehearsal.take(
      eventOf(test, step, index),
      (effect, blockId) => cassette.answer(effect, exampleOf(compiledFlow, effect, blockId)) ?? matchedHere(effect),
    )
    turns.push(taken)
    const { turn, path, sides, asked, stopped } = taken
    noteVisited(visited, compiledFlow, {
      path,
      sides,
      edgeIds: turn?.visitedEdges.map(({ edgeId }) => edgeId) ?? [],
      waited,
      isStart: index === 0,
      startEventId: test.start.from?.type === 'event' ? test.start.from.eventId : undefined,
    })
    const awaits = rehearsal.awaits
    outcomes.push({
      path,
      asked,
      entries: turn ? transcriptOf([{ messages: turn.messages }]) : [],
      messageIds: turn?.messages.map(({ id }) => id) ?? [],
      ...(awaits && { awaits }),
      ...(waited && { waited }),
      isRejected: (turn?.invalidReplies.length ?? 0) > 0,
      isCompleted: turn?.results.at(-1)?.isCompleted ?? false,
      errors: (turn?.logs ?? [])
        .filter(({ status }) => status === undefined || status === 'error')
        .map(({ description, context }) => ({ description, blockId: context })),
      valueOf: valuesOf(rehearsal, compiledFlow),
    })
    if (stopped) {
      const message =
        stopped.reason === 'unanswered'
          ? `The test has no answer for this: ${stopped.message}. Record it again, or add an answer to it.`
          : stopped.reason === 'refused'
            ? `The reply was refused: ${stopped.message}`
            : `The flow crashed: ${stopped.message}`
      const blockId = stopped.blockId
      return { outcomes, turns, stopped: { step: index, message, ...(blockId && { blockId }) } }
    }
  }
  return { outcomes, turns }
}

/** A snapshot of the values, because the session continues. */
function valuesOf(rehearsal: Rehearsal, compiledFlow: CompiledFlow): StepOutcome['valueOf'] {
  const frozen = rehearsal.fork()
  return (id) => (compiledFlow.variableById.has(id) ? (frozen.value(id) ?? null) : null)
}

function eventOf({ start }: FlowTest, step: TestStep, index: number): Parameters<Rehearsal['take']>[0] {
  const message = messageOf(step.reply)
  const chance = { now: step.at ?? start.at + index * 1000, seed: step.seed ?? (start.seed + index) >>> 0 }
  if (index > 0) return { kind: 'reply', ...chance, ...(message && { message }) }
  return {
    kind: 'start',
    ...chance,
    ...(message && { message }),
    ...(start.from && {
      startFrom:
        start.from.type === 'group'
          ? { type: 'group', groupId: start.from.groupId }
          : { type: 'event', eventId: start.from.eventId },
    }),
    ...(start.variables && { prefilledVariables: start.variables }),
  }
}

function messageOf(reply: TestStep['reply']): ReplyMessage | undefined {
  return typeof reply === 'string' ? { type: 'text', text: reply } : (reply as ReplyMessage | undefined)
}
