import type { Readable } from 'node:stream'

/** Where the bytes of files are kept. Paths are the service's own: lower-case letters, digits and dashes between slashes. */
export interface FilePort {
  /**
   * Stores all that `content` gives: durable when this resolves, and nothing left when it rejects. Errors of `content`
   * come out as they are, those of the storage as `FileStorageError`.
   */
  put(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes, or those of `range` (first and last, both included); undefined when there is no such file. */
  get(path: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Done as well when there was nothing. */
  remove(path: string): Promise<void>
  /** Stops its clean-up. */
  close(): void
}

/** The storage is full, or does not do what it was asked to. */
export class FileStorageError extends Error {
  readonly kind: 'full' | 'unavailable'

  constructor(kind: 'full' | 'unavailable', cause: unknown) {
    super(kind === 'full' ? 'The file storage is full' : 'The file storage does not answer as it should', { cause })
    this.kind = kind
  }
}

/** Throws on a path that could lead elsewhere: that would be a mistake of ours. */
export function assertPath(path: string): void {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(path)) throw new Error(`Not a path of a file: ${path}`)
}
