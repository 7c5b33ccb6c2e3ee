import type { Readable } from 'node:stream'

/** Storage for the bytes of files. Paths are chosen by the service: lowercase letters, digits and dashes between slashes. */
export interface FilePort {
  /**
   * Stores everything that `content` yields: durable when this resolves, and nothing is left if it rejects. Errors of `content` are
   * rethrown unchanged, those of the storage as `FileStorageError`.
   */
  put(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Returns the bytes, or those of `range` (first and last, both included); undefined if there is no such file. */
  get(path: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Succeeds even if there was no file. */
  remove(path: string): Promise<void>
  /** Stops periodic cleanup. */
  close(): void
}

/** Thrown if the storage is full, or fails. */
export class FileStorageError extends Error {
  readonly kind: 'full' | 'unavailable'

  constructor(kind: 'full' | 'unavailable', cause: unknown) {
    super(kind === 'full' ? 'The file storage is full' : 'The file storage does not answer as it should', { cause })
    this.kind = kind
  }
}

/** Throws for a path that could point elsewhere, which would be a programming error. */
export function assertPath(path: string): void {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(path)) throw new Error(`Not a path of a file: ${path}`)
}
