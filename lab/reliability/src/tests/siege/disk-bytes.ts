import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstanceData } from '@colloquy/server/testing/process'
import type { DatabaseKind } from '../../reliability-test.js'

/** Disk usage of a place: its data folder, and its database if that is elsewhere. */
export async function diskBytes(data: InstanceData, database: DatabaseKind): Promise<number> {
  const folder = await folderBytes(data.folder)
  if (database === 'sqlite') return folder
  const [row] = await data.rows<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
  return folder + Number(row?.bytes)
}

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  // Files are created and removed while they are counted.
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return bytes
}
