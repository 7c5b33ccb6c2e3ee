import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { copyDatabase, copyFromPostgres, examineDatabase } from '@colloquy/storage'
import { create } from 'tar'
import { checkDatabaseUrl, type Installation } from './installation.js'
import { asMaintenance, MaintenanceError } from './maintenance-error.js'

/** Manifest of a backup, in its file `backup.json`. */
export interface BackupManifest {
  format: 1
  /** ISO 8601. */
  createdAt: string
  /** Version of the database schema. */
  schema: number
  files: number
}

export interface Backup extends BackupManifest {
  file: string
  bytes: number
}

/** Files of a data folder that belong to a backup besides the database. */
export const smallFiles = ['secret-key', 'admin-token'] as const
const filesFolder = join('uploads', 'kept')

/**
 * Writes a complete installation into one file (tar, gzip): the database as it is now, uploads and keys. The service may keep running
 * meanwhile: everything that it answered before the backup began is included. The file contains all secrets of the instance, so only its
 * owner may read it. Uploads in object storage are not included. The database is always stored as SQLite, whichever database it came from.
 */
export async function backUp(installation: Installation, file: string, now: Date): Promise<Backup> {
  checkDatabaseUrl(installation)
  const { dataFolder, databaseUrl } = installation
  const database = join(dataFolder, 'colloquy.db')
  if (databaseUrl === undefined && !(await exists(database))) {
    throw new MaintenanceError(`There is no database in ${resolve(dataFolder)}: name the data folder with --data.`)
  }
  if (await exists(file)) throw new MaintenanceError(`${file} exists already: choose another name, or move it away.`)
  if (!(await exists(dirname(file)))) throw new MaintenanceError(`There is no folder ${dirname(file)} to write to.`)
  // Next to the data, so that files can be linked instead of copied.
  const scratch = join(dataFolder, `backup-${process.pid}.unfinished`)
  const unfinished = `${file}.unfinished`
  await removeLeftovers(dataFolder)
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    if (databaseUrl === undefined) copyDatabase(database, join(scratch, 'colloquy.db'))
    else await copyFromPostgres(databaseUrl, scratch).catch(asMaintenance)
    const { schema, problems } = examineDatabase(join(scratch, 'colloquy.db'))
    if (problems.length > 0) {
      throw new MaintenanceError(`The database is broken and was not backed up: ${problems.slice(0, 3).join('; ')}`)
    }
    // After the database: every file that it refers to was stored before, and still exists unless it was deleted since.
    const files = await linkAll(join(dataFolder, filesFolder), join(scratch, filesFolder))
    for (const name of smallFiles) await copyFile(join(dataFolder, name), join(scratch, name)).catch(ignoreMissing)
    const manifest: BackupManifest = { format: 1, createdAt: now.toISOString(), schema, files }
    await writeFile(join(scratch, 'backup.json'), `${JSON.stringify(manifest)}\n`, { mode: 0o600 })
    await (await open(unfinished, 'w', 0o600)).close()
    const parts = (await readdir(scratch)).filter((name) => name !== 'colloquy.lock')
    await create({ file: unfinished, cwd: scratch, gzip: { level: 3 }, portable: true }, parts)
    await syncPath(unfinished)
    await rename(unfinished, file)
    await syncPath(dirname(resolve(file)))
    const record: BackupRecord = { createdAt: manifest.createdAt, file: resolve(file) }
    await writeFile(join(dataFolder, recordName), `${JSON.stringify(record)}\n`, { mode: 0o600 })
    return { ...manifest, file, bytes: (await stat(file)).size }
  } finally {
    await rm(unfinished, { force: true })
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Details of the newest backup, as recorded in the data folder. */
export interface BackupRecord {
  /** ISO 8601. */
  createdAt: string
  file: string
}

const recordName = 'last-backup.json'

/** Returns the record of the newest backup. Undefined also when it cannot be read: it is only a reminder. */
export async function readBackupRecord(dataFolder: string): Promise<BackupRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(dataFolder, recordName), 'utf8')) as BackupRecord
  } catch {
    return undefined
  }
}

/** A backup that was killed leaves its copy of the database behind; one whose process number is still in use may still be running. */
async function removeLeftovers(dataFolder: string): Promise<void> {
  for (const name of (await readdir(dataFolder).catch(ignoreMissing)) ?? []) {
    const pid = Number(/^backup-(\d+)\.unfinished$/.exec(name)?.[1] ?? 0)
    if (pid > 0 && !isRunning(pid)) await rm(join(dataFolder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns a name such as `colloquy-2026-11-21-134500.tar.gz`. */
export function backupName(now: Date): string {
  return `colloquy-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.tar.gz`
}

/** Hard-links all files: uploads never change once stored, so a second name for each is as good as a copy. Returns their number. */
async function linkAll(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  let files = 0
  for (const entry of (await readdir(from, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
    const [source, target] = [join(from, entry.name), join(to, basename(entry.name))]
    if (entry.isDirectory()) files += await linkAll(source, target)
    else if (entry.isFile()) files += (await link(source, target).then(() => 1, ignoreMissing)) ?? 0
  }
  return files
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing)) !== undefined
}

export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
