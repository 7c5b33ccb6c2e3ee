import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { examineDatabase, fillPostgres, lockFolder, openSqlite } from '@colloquy/storage'
import { extract } from 'tar'
import { makeDataFolder } from '../config/data-folder.js'
import { type BackupManifest, exists, smallFiles, syncPath } from './back-up.js'
import { checkDatabaseUrl, type Installation } from './installation.js'
import { asMaintenance, MaintenanceError } from './maintenance-error.js'

export interface Restored extends BackupManifest {
  /** Folder that the earlier contents of the data folder were moved to; undefined when there were none. */
  movedTo: string | undefined
}

/**
 * Restores a backup into an installation that no service runs on. Rejects a data folder that already has a database or uploads, unless
 * `replace` is set, which moves them aside; a PostgreSQL has to be empty. The whole backup is read and checked before anything is changed.
 */
export async function restore(file: string, to: Installation, replace: boolean, now: Date): Promise<Restored> {
  checkDatabaseUrl(to)
  const { dataFolder, databaseUrl } = to
  if (!(await exists(file))) throw new MaintenanceError(`There is no file ${file} to restore from.`)
  await makeDataFolder(dataFolder).catch((error: Error) => {
    throw new MaintenanceError(error.message, { cause: error })
  })
  const unlock = lock(dataFolder)
  const scratch = join(dataFolder, 'restore.unfinished')
  try {
    const [what, entry] = databaseUrl === undefined ? ['a database', 'colloquy.db'] : ['uploads', 'uploads']
    if (!replace && (await exists(join(dataFolder, entry)))) {
      throw new MaintenanceError(
        `${resolve(dataFolder)} holds ${what} already: restore into another folder with --data, ` +
          'or move what is there aside with --replace.',
      )
    }
    await rm(scratch, { recursive: true, force: true })
    await mkdir(scratch, { mode: 0o700 })
    const manifest = await unpack(file, scratch)
    if (databaseUrl !== undefined) {
      // Migrates it, as a start of the service would.
      await (await openSqlite({ folder: scratch })).close()
      await fillPostgres(join(scratch, 'colloquy.db'), databaseUrl).catch(asMaintenance)
      await rm(join(scratch, 'colloquy.db'))
    }
    const movedTo = await moveAside(dataFolder, `before-restore-${now.toISOString().replaceAll(':', '')}`)
    // The database comes last: without it, the folder does not yet count as one that a service has run on.
    for (const name of ['uploads', ...smallFiles, 'colloquy.db']) await moveIfThere(scratch, dataFolder, name)
    await syncPath(dataFolder)
    return { ...manifest, movedTo }
  } finally {
    await rm(scratch, { recursive: true, force: true })
    unlock()
  }
}

function lock(dataFolder: string): () => void {
  try {
    return lockFolder(dataFolder)
  } catch (error) {
    throw new MaintenanceError((error as Error).message, { cause: error })
  }
}

async function unpack(file: string, folder: string): Promise<BackupManifest> {
  const isOurs = (path: string) =>
    allowed.some((name) => path === name || path === `${name}/` || path.startsWith(`${name}/`))
  const broken = (why: string) => new MaintenanceError(`${file} cannot be restored: ${why}`)
  try {
    // Synchronous: after reporting a broken file, the asynchronous version keeps writing while its folder is being removed.
    extract({ file, cwd: folder, strict: true, sync: true, filter: isOurs })
  } catch (error) {
    throw broken((error as Error).message)
  }
  const manifest = await readManifest(join(folder, 'backup.json'))
  if (!manifest) throw broken('it holds no readable backup.json.')
  if (!(await exists(join(folder, 'colloquy.db')))) throw broken('it holds no database.')
  const { schema, newestSchema, problems } = examineDatabase(join(folder, 'colloquy.db'))
  if (problems.length > 0) throw broken(`its database is damaged (${problems[0]}).`)
  if (schema > newestSchema) {
    throw broken(`a newer Colloquy wrote it (schema ${schema}; this one knows up to ${newestSchema}).`)
  }
  return manifest
}

const allowed = ['backup.json', 'colloquy.db', 'uploads', ...smallFiles]

async function readManifest(path: string): Promise<BackupManifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8')) as BackupManifest
    return manifest.format === 1 ? manifest : undefined
  } catch {
    return undefined
  }
}

/**
 * Moves the database with its log, the uploads and the keys to a new folder. Returns its path, or undefined when there was nothing to move.
 */
async function moveAside(dataFolder: string, name: string): Promise<string | undefined> {
  const target = join(dataFolder, name)
  let moved = 0
  for (const entry of ['colloquy.db', 'colloquy.db-wal', 'colloquy.db-shm', 'uploads', ...smallFiles]) {
    if (!(await exists(join(dataFolder, entry)))) continue
    await mkdir(target, { recursive: true, mode: 0o700 })
    await rename(join(dataFolder, entry), join(target, entry))
    moved += 1
  }
  return moved > 0 ? target : undefined
}

async function moveIfThere(from: string, to: string, name: string): Promise<void> {
  if (await exists(join(from, name))) await rename(join(from, name), join(to, name))
}
