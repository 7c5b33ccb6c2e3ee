import { MoveError } from '@colloquy/storage'

/** Something that whoever gave the command can set right; the message says how. */
export class MaintenanceError extends Error {}

/** What went wrong with a move of a database, in the words of maintenance. */
export function asMaintenance(error: unknown): never {
  throw error instanceof MoveError ? new MaintenanceError(error.message, { cause: error }) : error
}
