import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../http/accepted-encoding.js'

/** A file of a build, read and compressed once. */
export interface StaticFile {
  type: string
  etag: string
  /** Without gzip and br for files that are compressed already. */
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer }
}

/** `type` is the content type; text is compressed, outside of the main thread. Rejects when the file cannot be read. */
export async function readStaticFile(path: string, type: string): Promise<StaticFile> {
  const identity = await readFile(path)
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  if (!isText.test(type)) return { type, etag, bodies: { identity } }
  const [zipped, br] = await Promise.all([
    promisify(gzip)(identity, { level: 9 }),
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ])
  return { type, etag, bodies: { identity, gzip: zipped, br } }
}

const isText = /^text\/|^application\/json|^image\/svg/

/** Sends the file in the smallest encoding that the client accepts, or 304 to a client that has it. */
export function sendStaticFile(
  file: StaticFile,
  request: FastifyRequest,
  reply: FastifyReply,
  variesBy = 'Accept-Encoding',
): FastifyReply {
  reply.header('etag', file.etag).header('vary', variesBy).header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const encoding = file.bodies.br && acceptedEncoding(request)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', file.type).send(file.bodies[encoding ?? 'identity'])
}
