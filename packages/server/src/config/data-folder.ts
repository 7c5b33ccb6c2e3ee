import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Reason why the service cannot use a folder, and what to do about it. */
export interface FolderProblem {
  found: string
  todo: string
}

/** Returns why the user of this process cannot use a data folder; undefined if they can, or if it does not exist yet. */
export async function problemOfDataFolder(folder: string): Promise<FolderProblem | undefined> {
  const path = resolve(folder)
  const entry = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (entry instanceof Error) return entry.code === 'ENOENT' ? undefined : notReached(path, entry)
  if (!entry.isDirectory()) return { found: `${path} is not a folder`, todo: 'move it away, or name a folder' }
  const failed = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (error: NodeJS.ErrnoException) => error,
  )
  if (!failed) return
  if (failed.code === 'EROFS') return readOnly(path)
  const todo = `give it to the user that runs the service: chown -R <user> ${path}`
  return { found: `${path} cannot be written by this user`, todo }
}

/** Creates the data folder if it does not exist. Throws an error for the operator if it cannot be used. */
export async function makeDataFolder(folder: string): Promise<void> {
  const problem = (await problemOfDataFolder(folder)) ?? (await problemOfMaking(resolve(folder)))
  if (problem) throw new Error(`The data folder ${problem.found} (COLLOQUY_DATA): ${problem.todo}.`)
}

/** Returns the number of bytes that this user can still write to the file system of an existing path. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

async function problemOfMaking(path: string): Promise<FolderProblem | undefined> {
  try {
    await makeFolders(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The error of `mkdir` on a read-only file system depends on how far it got.
    if (code === 'EROFS' || code === 'ENOENT') return readOnly(path)
    return notReached(path, error as NodeJS.ErrnoException)
  }
}

/** Replaces `mkdir` with `recursive`, which never ends on file systems that do not accept new folders, such as /proc. */
async function makeFolders(path: string): Promise<void> {
  const failed = await mkdir(path, { mode: 0o700 }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  )
  if (failed === undefined || failed.code === 'EEXIST') return
  const parent = dirname(path)
  if (failed.code !== 'ENOENT' || (await isThere(parent))) throw failed
  await makeFolders(parent)
  return makeFolders(path)
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

function readOnly(path: string): FolderProblem {
  return { found: `${path} is on a file system that cannot be written`, todo: 'mount it for writing, or name another' }
}

function notReached(path: string, { code }: NodeJS.ErrnoException): FolderProblem {
  return {
    found: `${path} cannot be reached or made (${code})`,
    todo: 'make it, and give it to the user that runs the service',
  }
}
