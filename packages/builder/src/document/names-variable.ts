import type { Variable } from '@colloquy/flow'

/** True if JSON of a part of a document uses a variable: by its id in a field, or by its name in a text or in code. */
export const namesVariable = (json: string, { id, name }: Pick<Variable, 'id' | 'name'>): boolean =>
  json.includes(JSON.stringify(id)) || json.includes(JSON.stringify(`{{${name}}}`).slice(1, -1))
