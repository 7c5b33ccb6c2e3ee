import { ApiError } from '@colloquy/api'
import { FileStorageError } from '@colloquy/ports/files'
import type { UploadRow } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { type FoundType, findType } from './content-type.js'
import { type IncomingFile, withHead } from './incoming-file.js'

/** Milliseconds that an upload may take once it has started; longer than any request may last. */
export const receivingTime = 900_000

/**
 * Receives the bytes of an upload: `check` may refuse the type that is found. Undefined if the upload was removed in the meantime. If this
 * throws, nothing is stored, and the caller has to handle the row.
 */
export async function receiveFile(
  service: Needs<'storage' | 'files'>,
  upload: UploadRow,
  file: IncomingFile,
  check: (found: FoundType) => void | Promise<void>,
): Promise<{ type: string; size: number } | undefined> {
  const { head, all, size } = await withHead(file.content, upload.size)
  const found = await findType(head, file.type || upload.type)
  await check(found)
  await service.files.put(upload.path, all).catch(asApiError)
  const stored = { type: found.type, size: size() }
  if (await service.storage.uploads.finish(upload.id, stored)) return stored
  await service.files.remove(upload.path).catch(asApiError)
  return undefined
}

/** Throws errors of the file storage as API errors. */
export function asApiError(error: unknown): never {
  if (!(error instanceof FileStorageError)) throw error
  if (error.kind === 'full') throw new ApiError('storage_full')
  throw new ApiError('storage_unavailable', { retryAfter: 5 })
}
