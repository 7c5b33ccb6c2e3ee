import { resolve } from 'node:path'
import { moveDatabase, type OnTable } from '@colloquy/storage'
import { asMaintenance, MaintenanceError } from './maintenance-error.js'

/** Copies a database from one data folder or PostgreSQL URL to another. Returns the number of rows. */
export async function moveInstallation(from: string, to: string, onTable: OnTable): Promise<number> {
  return moveDatabase(name(from), name(to), onTable).catch(asMaintenance)
}

function name(text: string): string {
  if (/^postgres(ql)?:/.test(text)) return text
  const scheme = /^\w+:\/\//.exec(text)?.[0]
  if (scheme === undefined) return resolve(text)
  throw new MaintenanceError(`${scheme} is not a Colloquy database. Use a data folder or postgres://…`)
}
