import { ApiError } from '@colloquy/api'
import type { Needs } from '../service.js'
import { fileUrl } from './file-address.js'
import type { IncomingFile } from './incoming-file.js'
import { createUpload, newUpload } from './new-upload.js'
import { receiveFile, receivingTime } from './receive-file.js'
import { allowsContent, announcedExtension } from './upload-rule.js'
import type { WaitingInput } from './waiting-input.js'

/** Stores a file that comes with a visitor's reply, and returns its address. Throws if the input does not accept the file. */
export async function storeReplyFile(
  service: Needs<'storage' | 'config' | 'files' | 'sweeper' | 'now'>,
  { rule, owner }: WaitingInput,
  file: IncomingFile & { name: string },
  base: string,
): Promise<string> {
  if (!rule) throw new ApiError('upload_not_expected')
  const extension = announcedExtension(rule, file)
  if (extension === undefined) throw new ApiError('file_type_not_allowed')
  const now = service.now()
  const upload = newUpload({
    ...owner,
    visibility: owner.resultId === null ? 'public' : rule.visibility,
    name: file.name,
    type: file.type,
    size: service.config.limits.uploadBytes,
    state: 'receiving',
    createdAt: now,
    expiresAt: now + receivingTime,
  })
  await createUpload(service, upload, 'upload_session_unknown')
  try {
    const stored = await receiveFile(service, upload, file, async (found) => {
      const isAllowed = await allowsContent(rule, found, extension)
      if (!isAllowed) throw new ApiError('file_content_not_allowed')
    })
    if (!stored) throw new ApiError('upload_session_unknown')
  } catch (error) {
    await service.storage.uploads.release(upload.id, service.now())
    service.sweeper.soon()
    throw error
  }
  return fileUrl(base, upload, extension)
}
