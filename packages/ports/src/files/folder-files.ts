import { constants, createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertPath, type FilePort, FileStorageError } from './file-port.js'
import { Spool, type SpoolOptions } from './spool.js'

/** Files in a folder of this machine. Each is written beside the others under another name first, then renamed. */
export function openFolderFiles({ folder, ...options }: SpoolOptions): FilePort {
  const spool = new Spool({ folder: join(folder, 'incoming'), ...options })

  function fileAt(path: string): string {
    assertPath(path)
    return join(folder, 'kept', path)
  }

  return {
    async put(path, content) {
      const target = fileAt(path)
      await spool.through(content, async (file) => {
        await moveInto(file.path, target)
        await syncFolder(dirname(target))
      })
    },

    async get(path, range) {
      const file = await open(fileAt(path), constants.O_RDONLY).catch(ignoreMissing)
      return file && createReadStream('', { fd: file, ...range })
    },

    async remove(path) {
      const file = fileAt(path)
      await rm(file, { force: true }).catch(unavailable)
      await removeEmptyFolders(dirname(file), join(folder, 'kept'))
    },

    close: () => spool.close(),
  }
}

/** A clean-up may take the folder away between the two steps, once. */
async function moveInto(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    try {
      return await rename(from, to)
    } catch (error) {
      if (attempt === 5 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function removeEmptyFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; folder !== upTo; folder = dirname(folder)) {
    const isRemoved = await rmdir(folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (!isRemoved) return
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') unavailable(error)
}

function unavailable(error: unknown): never {
  throw new FileStorageError('unavailable', error)
}
