import type { CompiledFlow } from '@colloquy/engine'
import type { Expectation, FlowTest } from '@colloquy/flow'

/** References of a test to things that the flow no longer has, as people know them: by hint, or else by id. */
export function staleReferences(test: FlowTest, compiledFlow: CompiledFlow): string[] {
  const found = new Set<string>()
  const note = (kind: string, id: string, hint: string | undefined) => found.add(`${kind} ${hint ? `"${hint}"` : id}`)
  const { from } = test.start
  if (from?.type === 'group' && !compiledFlow.groupById.has(from.groupId)) note('Group', from.groupId, from.hint)
  if (from?.type === 'event' && !compiledFlow.events.some(({ id }) => id === from.eventId))
    note('Event', from.eventId, from.hint)
  for (const expectation of [...test.steps.flatMap(({ expect }) => expect), ...test.expect]) {
    for (const [kind, id, hint] of deletedIn(expectation, compiledFlow)) note(kind, id, hint)
  }
  return [...found]
}

/** The test without its expectations of deleted parts; it begins at the start if the place where it began is gone. */
export function withoutStale(test: FlowTest, compiledFlow: CompiledFlow): FlowTest {
  const present = (expect: readonly Expectation[]) => expect.filter((it) => deletedIn(it, compiledFlow).length === 0)
  const { from, ...start } = test.start
  const isThere =
    from?.type === 'group'
      ? compiledFlow.groupById.has(from.groupId)
      : compiledFlow.events.some(({ id }) => id === from?.eventId)
  return {
    ...test,
    start: from && isThere ? { ...start, from } : start,
    steps: test.steps.map((step) => ({ ...step, expect: present(step.expect) })),
    expect: present(test.expect),
  }
}

type Reference = readonly [kind: string, id: string, hint: string | undefined]

function deletedIn(expectation: Expectation, compiledFlow: CompiledFlow): Reference[] {
  switch (expectation.kind) {
    case 'path':
      return expectation.groups.flatMap(({ id, hint }): Reference[] =>
        compiledFlow.groupById.has(id) ? [] : [['Group', id, hint]],
      )
    case 'variable':
    case 'filled':
      return compiledFlow.variableById.has(expectation.id) ? [] : [['Variable', expectation.id, expectation.hint]]
    case 'awaits': {
      const { blockId, hint } = expectation
      return blockId === null || compiledFlow.blockById.has(blockId) ? [] : [['Block', blockId, hint]]
    }
    default:
      return []
  }
}
