import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from '../http/accepted-encoding.js'
import { namesTag } from '../http/if-none-match.js'

/** A file of a build, read once. */
export interface StaticFile {
  type: string
  etag: string
  content: Buffer
  /** Compressed contents, in the encodings requested so far; undefined for a file that is already compressed. */
  compressed?: Compressed
}

/** Reads a file; `type` is its content type. Rejects when it cannot be read. */
export async function readStaticFile(path: string, type: string): Promise<StaticFile> {
  const content = await readFile(path)
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  return { type, etag, content, ...(isText.test(type) && { compressed: compressedOf(etag) }) }
}

const isText = /^text\/|^application\/json|^image\/svg/

/** Sends the file in the smallest encoding that the client accepts, or 304 if the client already has it. */
export async function sendStaticFile(
  file: StaticFile,
  request: FastifyRequest,
  reply: FastifyReply,
  variesBy = 'Accept-Encoding',
): Promise<FastifyReply> {
  reply.header('etag', file.etag).header('vary', variesBy).header('x-content-type-options', 'nosniff')
  if (namesTag(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const encoding = file.compressed && acceptedEncoding(request)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', file.type).send(encoding ? await inEncoding(file, encoding) : file.content)
}

/** Compresses each file once, outside the main thread: a build has hundreds of files, of which a page needs a few. */
function inEncoding({ content, compressed }: StaticFile, encoding: Encoding): Promise<Buffer> {
  const body = compressed?.get(encoding) ?? compressors[encoding](content)
  compressed?.set(encoding, body)
  return body
}

type Compressed = Map<Encoding, Promise<Buffer>>

/** Contents by their ETag, for all services in this process: to compress a page of the builder takes a second of processor time. */
const compressedContents = new Map<string, Compressed>()

function compressedOf(etag: string): Compressed {
  const known = compressedContents.get(etag) ?? new Map()
  compressedContents.set(etag, known)
  return known
}

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
}
