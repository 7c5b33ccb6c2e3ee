import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { copyDatabase, copyFromPostgres, examineDatabase } from '@colloquy/storage'
import { create } from 'tar'
import { checkDatabaseUrl, type Installation } from './installation.js'
import { asMaintenance, MaintenanceError } from './maintenance-error.js'

/** What a backup says of itself, in its file `backup.json`. */
export interface BackupManifest {
  format: 1
  /** ISO 8601. */
  createdAt: string
  /** Number of the database's schema. */
  schema: number
  files: number
}

export interface Backup extends BackupManifest {
  file: string
  bytes: number
}

/** What of a data folder belongs to a backup, beside the database. */
export const smallFiles = ['secret-key', 'admin-token'] as const
const filesFolder = join('uploads', 'kept')

/**
 * Writes everything that an installation holds into one file (tar, gzip): the database as it stands now, uploads and keys. A
 * service may run on it meanwhile: what it answered before this began is in the backup. Whoever has the file has all
 * secrets of the instance; only its owner may read it. Uploads in an object storage are not part of it. The database is kept in
 * the form of SQLite, whichever it came from.
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
  // Beside the data, so that files can be linked instead of copied.
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
    // After the database: every file that it knows was stored before, and is there unless it was deleted since.
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

/** What a data folder remembers of the newest backup that was made of it. */
export interface BackupRecord {
  /** ISO 8601. */
  createdAt: string
  file: string
}

const recordName = 'last-backup.json'

/** Undefined also when it cannot be read: it is no more than a reminder. */
export async function readBackupRecord(dataFolder: string): Promise<BackupRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(dataFolder, recordName), 'utf8')) as BackupRecord
  } catch {
    return undefined
  }
}

/** A backup that was killed leaves its copy of the database; a process that has its number may still be at work on it. */
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

/** `colloquy-2026-11-21-134500.tar.gz` */
export function backupName(now: Date): string {
  return `colloquy-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.tar.gz`
}

/** Uploads never change once they are stored, so that a second name for each is as good as a copy. How many there are. */
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
