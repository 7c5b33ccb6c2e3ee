import { resolve } from 'node:path'
import { moveDatabase, type OnTable } from '@colloquy/storage'
import { asMaintenance } from './maintenance-error.js'

/** Carries a database over, from and to a data folder or an address of PostgreSQL. How many rows there were. */
export function moveInstallation(from: string, to: string, onTable: OnTable): Promise<number> {
  return moveDatabase(place(from), place(to), onTable).catch(asMaintenance)
}

function place(text: string): string {
  return /^postgres(ql)?:/.test(text) ? text : resolve(text)
}
