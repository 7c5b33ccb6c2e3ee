import type { InputBlock } from '../blocks-schema/block.js'
import { isInputBlock } from '../blocks-schema/block-sections.js'
import type { Group, ResultsTablePreferences, Variable } from '../flow-schema.js'

/** A column of the results of a flow: the answers to a block, or the values of a variable. */
export interface ResultColumn {
  /** The id of the column in new preferences. */
  id: string
  label: string
  /** All ids that preferences may use for the column, its own first. */
  knownAs: readonly string[]
  source: { blockId: string } | { variableId: string }
}

/**
 * Returns the columns for tables and exports: one for each question, named after its variable or its group, and one for each variable that
 * no question sets. Questions with the same name are distinguished by their groups.
 */
export function resultColumns(groups: readonly Group[], variables: readonly Variable[]): ResultColumn[] {
  const names = new Map(variables.map(({ id, name }) => [id, name]))
  const questions = groups.flatMap((group) => group.blocks.filter(isInputBlock).map((block) => ({ group, block })))
  const filled = countsOf(questions.map(({ block }) => variableIdOf(block)))
  const asked = questions.map(({ group, block }) => {
    const variableId = variableIdOf(block)
    const name = variableId === undefined ? undefined : names.get(variableId)
    const ids = variableId === undefined || name === undefined ? [block.id] : [variableId, block.id]
    const knownAs = filled.get(variableId)! > 1 ? ids.toReversed() : ids
    const label = name || group.title || block.id
    return { id: knownAs[0]!, label, knownAs, source: { blockId: block.id }, groupTitle: group.title }
  })
  const others = variables
    .filter(({ id, isSessionVariable, attribute }) => !filled.has(id) && isSessionVariable !== true && !attribute)
    .map(({ id, name }) => ({ id, label: name, knownAs: [id], source: { variableId: id }, groupTitle: '' }))
  return withDistinctLabels([...asked, ...others])
}

/** Sorts columns into the order of the preferences; columns that these do not name come last. */
export function inPreferredOrder<Column extends Pick<ResultColumn, 'knownAs'>>(
  columns: readonly Column[],
  { columnsOrder }: ResultsTablePreferences,
): Column[] {
  const rank = new Map(columnsOrder.map((id, index) => [id, index]))
  const rankOf = ({ knownAs }: Column) => first(knownAs, (id) => rank.get(id)) ?? columnsOrder.length
  return columns.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Returns whether preferences show a column; undefined if they do not name it. */
export const preferredVisibility = (
  { knownAs }: Pick<ResultColumn, 'knownAs'>,
  { columnsVisibility }: ResultsTablePreferences,
): boolean | undefined => first(knownAs, (id) => columnsVisibility[id])

const variableIdOf = ({ options }: InputBlock): string | undefined =>
  (options as { variableId?: string } | undefined)?.variableId

function first<Value>(ids: readonly string[], read: (id: string) => Value | undefined): Value | undefined {
  return ids.map(read).find((value) => value !== undefined)
}

function countsOf<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * Two questions for "Need" become "Need (Sales)" and "Need (Support)"; if the groups do not distinguish them either, the second one is
 * numbered.
 */
function withDistinctLabels(columns: readonly (ResultColumn & { groupTitle: string })[]): ResultColumn[] {
  const counts = countsOf(columns.map(({ label }) => label))
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return columns.map(({ groupTitle, ...column }) => {
    const isShared = counts.get(column.label)! > 1
    const hasGroup = isShared && groupTitle !== '' && groupTitle !== column.label
    const name = hasGroup ? `${column.label} (${groupTitle})` : column.label
    let label = name
    for (let number = numbers.get(name) ?? 2; taken.has(label); number++) {
      label = `${name} ${number}`
      numbers.set(name, number + 1)
    }
    taken.add(label)
    return { ...column, label }
  })
}
