import type { DiskEvent } from './disk-trace.js'

/** Selection of the unsynced writes that survive a power cut: a disk's cache holds each sector separately. */
export type CrashMode = 'none' | 'all' | 'prefix' | 'random' | 'torn'
export const crashModes: readonly CrashMode[] = ['none', 'all', 'prefix', 'random', 'torn']

type FileChange = Extract<DiskEvent, { kind: 'write' | 'truncate' }>

/**
 * A folder on a disk that guarantees nothing but synced data. The creation or removal of a file is only certain once its folder was synced;
 * before that the file may or may not exist.
 */
export class Disk {
  readonly #files = new Map<string, { synced: Bytes; waiting: FileChange[] }>()
  /** Files that certainly exist after a crash; the others in `#files` may exist. */
  readonly #named = new Set<string>()
  /** Removed files, which a crash may restore with this content. */
  readonly #removed = new Map<string, Buffer>()

  take(event: DiskEvent): void {
    switch (event.kind) {
      case 'write':
      case 'truncate': {
        const file = this.#files.get(event.file) ?? { synced: new Bytes(), waiting: [] }
        file.waiting.push(event)
        this.#files.set(event.file, file)
        return
      }
      case 'sync': {
        const file = this.#files.get(event.file)
        for (const change of file?.waiting ?? []) file?.synced.apply(change)
        if (file) file.waiting = []
        return
      }
      case 'sync-folder':
        for (const name of this.#files.keys()) this.#named.add(name)
        this.#removed.clear()
        return
      case 'unlink': {
        const file = this.#files.get(event.file)
        if (file && this.#named.has(event.file)) this.#removed.set(event.file, file.synced.content())
        this.#files.delete(event.file)
        this.#named.delete(event.file)
      }
    }
  }

  /** Number of changes that wait for a sync. */
  get waiting(): number {
    return [...this.#files.values()].reduce((sum, file) => sum + file.waiting.length, 0)
  }

  /** The files as they may be found after a power cut at this moment. */
  crash(mode: CrashMode, random: () => number): Map<string, Buffer> {
    const found = new Map<string, Buffer>()
    for (const [name, content] of this.#removed) if (mode !== 'all' && random() < 0.5) found.set(name, content)
    for (const [name, { synced, waiting }] of this.#files) {
      const isThere = this.#named.has(name) || mode === 'all' || (mode !== 'none' && random() < 0.5)
      if (!isThere) continue
      const bytes = synced.copy()
      for (const change of chosen(waiting, mode, random)) bytes.apply(change)
      found.set(name, bytes.content())
    }
    return found
  }
}

const sectorBytes = 512

function chosen(waiting: readonly FileChange[], mode: CrashMode, random: () => number): FileChange[] {
  switch (mode) {
    case 'none':
      return []
    case 'all':
      return [...waiting]
    case 'prefix':
      return waiting.slice(0, Math.floor(random() * (waiting.length + 1)))
    case 'random': {
      const share = random()
      return waiting.filter(() => random() < share)
    }
    case 'torn': {
      const share = random()
      return waiting
        .flatMap((change) => (change.kind === 'write' ? sectorsOf(change) : [change]))
        .filter(() => random() < share)
    }
  }
}

/** A write as the disk sees it: split at the boundaries of its sectors. */
function sectorsOf(write: Extract<DiskEvent, { kind: 'write' }>): FileChange[] {
  const pieces: FileChange[] = []
  for (let at = 0; at < write.bytes.length; ) {
    const end = Math.min(write.bytes.length, at + sectorBytes - ((write.offset + at) % sectorBytes))
    pieces.push({ ...write, offset: write.offset + at, bytes: write.bytes.subarray(at, end) })
    at = end
  }
  return pieces
}

/** The content of a file, which grows when written; bytes that were never written are zero. */
class Bytes {
  #buffer: Buffer
  #size: number

  constructor(buffer = Buffer.alloc(0), size = 0) {
    this.#buffer = buffer
    this.#size = size
  }

  copy(): Bytes {
    return new Bytes(Buffer.from(this.#buffer), this.#size)
  }

  content(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  apply(change: FileChange): void {
    if (change.kind === 'truncate') {
      if (change.size < this.#size) this.#buffer.fill(0, change.size, this.#size)
      this.#reserve(change.size)
      this.#size = change.size
      return
    }
    const end = change.offset + change.bytes.length
    this.#reserve(end)
    change.bytes.copy(this.#buffer, change.offset)
    this.#size = Math.max(this.#size, end)
  }

  #reserve(size: number): void {
    if (size <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(size, this.#buffer.length * 2, 65_536))
    this.#buffer.copy(larger)
    this.#buffer = larger
  }
}
