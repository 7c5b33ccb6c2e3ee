import type { CompiledFlow } from '@colloquy/engine'
import type { Expectation, FlowTest } from '@colloquy/flow'
import type { Failure } from './failure.js'
import { withExpectations } from './record-test.js'
import type { TestWorld } from './rehearsal.js'
import { runTest } from './run-test.js'

/** The test with another expectation in place of one that failed; without one, it is removed. */
export function withExpectationReplaced(
  test: FlowTest,
  { step, expectation }: Pick<Failure, 'step' | 'expectation'>,
  instead: Expectation | undefined,
): FlowTest {
  if (expectation === undefined) return test
  const replaced = (list: readonly Expectation[]) => list.toSpliced(expectation, 1, ...(instead ? [instead] : []))
  if (step === undefined) return { ...test, expect: replaced(test.expect) }
  const steps = test.steps.map((one, index) => (index === step ? { ...one, expect: replaced(one.expect) } : one))
  return { ...test, steps }
}

/** A run names the first failures only. */
const maxRuns = 30

/**
 * The test as the draft passes it: expectations that fail are replaced by what holds, or removed, and all others stay as they were written.
 * Where the conversation cannot continue, all expectations are proposed again.
 */
export function acceptDraft(test: FlowTest, compiledFlow: CompiledFlow, world: TestWorld): FlowTest {
  let accepted = test
  for (let run = 0; run < maxRuns; run++) {
    const failures = runTest(accepted, compiledFlow, world).runs.flatMap((one) => one.failures)
    if (failures.length === 0) return accepted
    if (failures.some(({ expectation }) => expectation === undefined))
      return withExpectations(test, compiledFlow, world)
    // From the last one on, so that the places of the others stay.
    for (const failure of failures.toReversed()) {
      accepted = withExpectationReplaced(accepted, failure, failure.instead)
    }
  }
  return accepted
}
