import { ApiError } from '@colloquy/api'
import { FileStorageError } from '@colloquy/ports/files'
import type { UploadRow } from '@colloquy/storage'
import type { Service } from '../service.js'
import { type FoundType, findType } from './content-type.js'
import { type IncomingFile, withHead } from './incoming-file.js'

/** How long an upload may take once it has begun, in milliseconds; longer than any request may last. */
export const receivingTime = 900_000

/**
 * Takes in the bytes of an upload that is being received: `check` may refuse what they turn out to be. Undefined when the upload
 * was removed meanwhile. When this throws nothing is stored; what becomes of the row is the caller's affair.
 */
export async function receiveFile(
  service: Service,
  upload: UploadRow,
  file: IncomingFile,
  check: (found: FoundType) => void,
): Promise<{ type: string; size: number } | undefined> {
  const { head, all, size } = await withHead(file.content, upload.size)
  const found = await findType(head, file.type || upload.type)
  check(found)
  await service.files.put(upload.path, all).catch(asApiError)
  const stored = { type: found.type, size: size() }
  if (await service.storage.uploads.finish(upload.id, stored)) return stored
  await service.files.remove(upload.path).catch(asApiError)
  return undefined
}

/** What went wrong in the file storage, in the words of the interface. */
export function asApiError(error: unknown): never {
  if (!(error instanceof FileStorageError)) throw error
  if (error.kind === 'full') throw new ApiError('storage_full')
  throw new ApiError('storage_unavailable', { retryAfter: 5 })
}
