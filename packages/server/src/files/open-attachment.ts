import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FilePort } from '@colloquy/ports/files'
import type { Storage } from '@colloquy/storage'
import { idOfFileUrl } from './file-address.js'

export interface Attachment {
  filename: string
  contentType: string
  content: ReadableStream
}

/**
 * Opens a stored file by its address, for an email of a conversation: a public one of the same bot, or a private one of the same result.
 * Undefined for every other address, wherever it leads.
 */
export async function openAttachment(
  url: string,
  from: { storage: Storage; files: FilePort; botId: string; resultId: string | undefined },
): Promise<Attachment | undefined> {
  const id = idOfFileUrl(url)
  const upload = id === undefined ? undefined : await from.storage.uploads.find(id)
  if (!upload || upload.state !== 'stored' || upload.botId !== from.botId) return undefined
  if (upload.visibility === 'private' && upload.resultId !== (from.resultId ?? null)) return undefined
  const content = await from.files.get(upload.path)
  if (!content) return undefined
  return { filename: upload.name, contentType: upload.type, content: Readable.toWeb(content) }
}
