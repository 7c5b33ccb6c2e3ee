import type { Readable } from 'node:stream'
import { ApiError } from '@colloquy/api'
import type { FastifyRequest } from 'fastify'
import type { Service } from '../service.js'
import { essence, headLength } from './content-type.js'

/** A file that is being received. */
export interface IncomingFile {
  /** Name in the request; undefined without one. */
  name: string | undefined
  /** Type in the request; '' without one. */
  type: string
  content: AsyncIterable<Buffer>
}

/** Returns the file in the body of a request: all of it, or the part "file" of a form. */
export async function incomingFile(request: FastifyRequest, kind: 'raw' | 'form'): Promise<IncomingFile> {
  const type = request.headers['content-type']
  if (kind === 'raw') return { name: undefined, type: essence(type), content: chunksOf(request.raw) }
  if (essence(type) !== 'multipart/form-data')
    throw new ApiError('unsupported_media_type', { message: 'Send the file as multipart/form-data' })
  if (!/;[ \t]*boundary="?[^"\s;]{1,70}"?[ \t]*(?:;|$)/i.test(type ?? '')) throw new ApiError('malformed_form')
  const part = await request.file().catch((error: { statusCode?: number }) => {
    throw new ApiError(error.statusCode === 413 ? 'file_too_large' : 'malformed_form')
  })
  if (part?.fieldname !== 'file') throw new ApiError('file_missing')
  // The parser gives this type to a part without one.
  const partType = part.mimetype === 'application/octet-stream' ? '' : essence(part.mimetype)
  return { name: part.filename, type: partType, content: chunksOf(part.file) }
}

export function isForm(request: FastifyRequest): boolean {
  return essence(request.headers['content-type']) === 'multipart/form-data'
}

/** Aborts a request that brings less than 1 kB a second for `slowUploadSeconds`. Returns the function that stops watching. */
export function cutWhenSlow(
  { config, metrics }: Pick<Service, 'config' | 'metrics'>,
  request: FastifyRequest,
): () => void {
  const seconds = config.limits.slowUploadSeconds
  let seen = request.socket.bytesRead
  const timer = setInterval(() => {
    const { bytesRead } = request.socket
    const isSlow = bytesRead - seen < seconds * 1_000
    seen = bytesRead
    if (!isSlow || request.raw.complete || request.raw.destroyed) return
    metrics.limitReached('slowUploadSeconds')
    request.raw.destroy(new Error('The upload was too slow'))
  }, seconds * 1_000)
  return () => clearInterval(timer)
}

/** Returns the beginning of a file, and all of it, up to `limit` bytes. Throws `file_missing` if it is empty. */
export async function withHead(
  content: AsyncIterable<Buffer>,
  limit: number,
): Promise<{ head: Buffer; all: AsyncIterable<Buffer>; size: () => number }> {
  let size = 0
  const limited = (async function* () {
    for await (const chunk of content) {
      size += chunk.length
      if (size > limit) throw new ApiError('file_too_large')
      yield chunk
    }
  })()
  const begun: Buffer[] = []
  while (size < headLength) {
    const next = await limited.next()
    if (next.done) break
    begun.push(next.value)
  }
  if (size === 0) throw new ApiError('file_missing')
  const all = (async function* () {
    yield* begun
    yield* limited
  })()
  return { head: Buffer.concat(begun).subarray(0, headLength), all, size: () => size }
}

/** An interrupted stream is the sender's fault. The stream is not destroyed here, so that the answer can still be sent. */
export async function* chunksOf(stream: Readable & { truncated?: boolean }): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch {
    throw new ApiError('invalid_request', { message: 'The upload was interrupted. Send the file again.' })
  }
  if (stream.truncated) throw new ApiError('file_too_large')
}
