import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStorageError } from './file-port.js'

export interface SpoolOptions {
  folder: string
  /** Opens a temporary file; replaced in tests of a full disk. */
  open?: (path: string) => Promise<FileHandle>
}

/** Temporary files of uploads. Files left behind by a process that died are removed within a minute of the next start. */
export class Spool {
  readonly #folder: string
  readonly #open: (path: string) => Promise<FileHandle>
  readonly #timer: NodeJS.Timeout
  readonly #underWay = new Set<string>()

  constructor({ folder, open = (path) => openFile(path, 'wx', 0o600) }: SpoolOptions) {
    this.#folder = folder
    this.#open = open
    this.#timer = setInterval(() => void this.#removeLeftovers().catch(() => undefined), 30_000)
    this.#timer.unref()
    void this.#removeLeftovers().catch(() => undefined)
  }

  /** Writes everything to a temporary file, durably, lets `use` move or read it, and removes it if it is still there. */
  async through(
    content: AsyncIterable<Uint8Array>,
    use: (file: { path: string; size: number }) => Promise<void>,
  ): Promise<void> {
    const name = randomUUID()
    const path = join(this.#folder, name)
    this.#underWay.add(name)
    try {
      const size = await this.#write(path, content)
      await use({ path, size })
    } catch (error) {
      throw asStorageError(error)
    } finally {
      await rm(path, { force: true }).catch(() => undefined)
      this.#underWay.delete(name)
    }
  }

  async #removeLeftovers(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      if (this.#underWay.has(name)) continue
      const path = join(this.#folder, name)
      const file = await stat(path).catch(() => undefined)
      if (file && Date.now() - file.mtimeMs > idleTime) await rm(path, { force: true })
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #write(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = await this.#open(path)
    try {
      let size = 0
      for await (const chunk of content) {
        await file.writeFile(chunk)
        size += chunk.byteLength
      }
      await file.sync()
      return size
    } finally {
      await file.close()
    }
  }
}

/** Milliseconds after which a file without writes is a leftover, whichever process created it. */
const idleTime = 30_000

/** File system errors have a code and a system call; other errors do not come from the storage. */
function asStorageError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new FileStorageError('full', error)
  return syscall === undefined ? error : new FileStorageError('unavailable', error)
}
