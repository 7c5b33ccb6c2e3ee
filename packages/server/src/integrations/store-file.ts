import { Readable } from 'node:stream'
import type { ServiceOutcome, ServiceRequest } from '@colloquy/flow/integrations'
import { type FilePort, FileStorageError } from '@colloquy/ports/files'
import type { Storage } from '@colloquy/storage'
import type { Config } from '../config/config.js'
import type { TurnScope } from '../effects/effects.js'
import { findType } from '../files/content-type.js'
import { fileUrl } from '../files/file-address.js'
import { newUpload } from '../files/new-upload.js'
import { receivingTime } from '../files/receive-file.js'

/** Stores the output of a service as a file of the conversation. */
export type StoreFile = (
  content: Uint8Array,
  file: NonNullable<ServiceRequest['file']>,
  scope: TurnScope,
) => Promise<ServiceOutcome>

/**
 * Returns a function that stores files. A file that a block made is public, like everything that a bot shows. It is deleted with its
 * session, but stays with the result once a variable of the result holds its address (`TurnScope.madeFiles`). Its row expires until the
 * turn is saved, so that failed turns leave nothing behind.
 */
export function fileStore({ storage, files, config, now }: FileStoreOptions): StoreFile {
  return async (content, { name, type }, scope) => {
    const base = scope.ownUrl ?? config.publicUrl
    if (base === undefined) return failed('the address of this server is unknown: set COLLOQUY_PUBLIC_URL.')
    const found = await findType(Buffer.from(content.subarray(0, 16_384)), type)
    if (content.byteLength === 0 || found.type !== type) return failed(`the answer is not a file of the type ${type}.`)
    const upload = newUpload({
      workspaceId: scope.workspaceId,
      botId: scope.botId,
      sessionId: scope.sessionId,
      resultId: scope.resultId ?? null,
      blockId: null,
      name,
      type,
      size: content.byteLength,
      visibility: 'public',
      state: 'receiving',
      createdAt: now(),
      expiresAt: now() + receivingTime,
    })
    const outcome = await storage.uploads.create(upload, config.limits.workspaceFileBytes)
    if (outcome === 'full') return failed('the files of this workspace take up all its space.')
    if (outcome === 'missing') return failed('the bot or its result is gone.')
    try {
      await files.put(upload.path, Readable.from([content]))
    } catch (error) {
      if (!(error instanceof FileStorageError)) throw error
      await storage.uploads.release(upload.id, now())
      return failed('the file storage is full or does not answer.')
    }
    await storage.uploads.finish(upload.id, { type, size: content.byteLength, expiresAt: now() + receivingTime })
    scope.madeFiles?.push(upload)
    return { answer: 'file', url: fileUrl(base, upload, name.slice(name.lastIndexOf('.') + 1)) }
  }
}

const failed = (reason: string): ServiceOutcome => ({ answer: 'failed', reason })

interface FileStoreOptions {
  storage: Storage
  files: FilePort
  config: Pick<Config, 'publicUrl' | 'limits'>
  now: () => number
}
