import type { Block, Variable } from '@colloquy/flow'

/** Everything that is written in a block, at any depth, and the names of the variables that it uses: what a search looks into. */
export function wordsOf(block: Block, variables: readonly Variable[]): string {
  const names = new Map(variables.map(({ id, name }) => [id, name]))
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.push(names.get(value) ?? value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(block)
  return found.join(' ')
}

/** Whether a block uses a variable: by its id in a field, or by its name in a text or a piece of code. */
export function usesVariable(block: Block, { id, name }: Variable): boolean {
  const text = JSON.stringify(block)
  return text.includes(JSON.stringify(id)) || text.includes(JSON.stringify(`{{${name}}}`).slice(1, -1))
}
