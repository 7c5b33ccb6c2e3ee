import { searchable } from '@colloquy/flow/searchable'
import type { DatabaseSync } from '@photostructure/sqlite'

/** Adds the functions to a connection that statements of the stores call. */
export function addFunctions(database: InstanceType<typeof DatabaseSync>): void {
  database.function('searchable', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? searchable(text) : text,
  )
}
