import { MoveError } from '@colloquy/storage'

/** A problem that the person who ran the command can fix; the message says how. */
export class MaintenanceError extends Error {}

/** Rethrows an error of a database move as a maintenance error. */
export function asMaintenance(error: unknown): never {
  throw error instanceof MoveError ? new MaintenanceError(error.message, { cause: error }) : error
}

/** Turns an error into one that the person who ran the command can fix, including errors of the system; undefined for a bug in Colloquy. */
export function asFailure(error: unknown): MaintenanceError | undefined {
  if (error instanceof MaintenanceError) return error
  const { code, errcode = 0, path, message } = error as NodeJS.ErrnoException & { errcode?: number }
  const where = path === undefined ? '' : ` (${path})`
  const failed = (sentence: string) => new MaintenanceError(sentence, { cause: error })
  if (code === 'ENOSPC' || errcode % 256 === sqliteFull) {
    return failed(`The disk is full${where}: make room, in the data folder too, and give the command again.`)
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return failed(`This user may not write or read there${where}: give the command as the user that runs the service.`)
  }
  if (code === 'ERR_SQLITE_ERROR')
    return failed(`The database cannot be used (${message}): see \`npx colloquy doctor\`.`)
}

/** SQLite result code, https://www.sqlite.org/rescode.html. */
const sqliteFull = 13
