import type { Group, Variable } from '@colloquy/flow'
import { entryOf } from '../catalogue/block-catalogue.js'
import type { Result } from './result.js'

export interface Column {
  id: string
  label: string
  valueIn(result: Result): string
}

/** A column for each variable and each input without one, in the order of the flow; what nobody filled in is left out. */
export function columnsOf(
  groups: readonly Group[],
  variables: readonly Variable[],
  results: readonly Result[],
): Column[] {
  const filled = new Set(
    results.flatMap((result) => [
      ...result.variables.map(({ id }) => id),
      ...result.answers.map(({ blockId }) => blockId),
    ]),
  )
  const inputs = groups.flatMap((group) =>
    group.blocks.flatMap((block): Column[] => {
      const hasVariable = (block as { options?: { variableId?: string } }).options?.variableId !== undefined
      if (entryOf(block).section !== 'Inputs' || hasVariable || !filled.has(block.id)) return []
      return [{ id: block.id, label: group.title, valueIn: (result) => answerTo(result, block.id) }]
    }),
  )
  const named = variables
    .filter(({ id }) => filled.has(id))
    .map(
      ({ id, name }): Column => ({
        id,
        label: name,
        valueIn: (result) => textOf(result.variables.find((it) => it.id === id)?.value),
      }),
    )
  return [...named, ...inputs]
}

const answerTo = (result: Result, blockId: string): string =>
  result.answers.filter((answer) => answer.blockId === blockId).at(-1)?.content ?? ''

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value == null ? '' : String(value)
