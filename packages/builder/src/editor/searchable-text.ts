import type { Block, Variable } from '@colloquy/flow'

/** All text in a block, at any depth, and the names of its variables, as searched by the editor. */
export function searchableText(block: Block, variables: readonly Variable[]): string {
  const names = new Map(variables.map(({ id, name }) => [id, name]))
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.push(names.get(value) ?? value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(block)
  return found.join(' ')
}
