import type { CompiledFlow } from '@colloquy/engine'
import type { Expectation, FlowTest } from '@colloquy/flow'

/** References of a test to things that the flow no longer has, as people know them: by hint, or else by id. */
export function staleReferences(test: FlowTest, program: CompiledFlow): string[] {
  const found = new Set<string>()
  const note = (kind: string, id: string, hint: string | undefined) => found.add(`${kind} ${hint ? `"${hint}"` : id}`)
  const { from } = test.start
  if (from?.type === 'group' && !program.groupById.has(from.groupId)) note('Group', from.groupId, from.hint)
  if (from?.type === 'event' && !program.events.some(({ id }) => id === from.eventId))
    note('Event', from.eventId, from.hint)
  const check = (expectation: Expectation) => {
    switch (expectation.kind) {
      case 'path':
        for (const { id, hint } of expectation.groups) if (!program.groupById.has(id)) note('Group', id, hint)
        break
      case 'variable':
      case 'filled':
        if (!program.variableById.has(expectation.id)) note('Variable', expectation.id, expectation.hint)
        break
      case 'awaits':
        if (expectation.blockId !== null && !program.blockById.has(expectation.blockId))
          note('Block', expectation.blockId, expectation.hint)
    }
  }
  for (const { expect } of test.steps) expect.forEach(check)
  test.expect.forEach(check)
  return [...found]
}
