import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accepted-encoding.js'

/** Characters. Responses of ordinary turns are shorter and are sent uncompressed. */
const threshold = 8_192

/**
 * Compresses long text responses off the main thread. Streams and bytes pass unchanged: event streams must not wait, and files are compressed
 * already. Responses with a CSRF token are excluded, since the size of a compressed response reveals a constant secret next to an attacker's
 * input. Hosted pages are safe: the key in their form belongs to one session, and only a new session reflects the address.
 *
 * Register it after all other `onSend` hooks that read a response.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, response, done) => {
    if (typeof response !== 'string' || response.length < threshold) return done()
    if (!mayCompress(request, reply, response)) return done(null, Buffer.from(response))
    addVary(reply)
    const encoding = acceptedEncoding(request)
    // A long text is written several times faster as bytes.
    if (!encoding) return done(null, Buffer.from(response))
    reply.header('content-encoding', encoding)
    compress(response, encoding).then((packed) => done(null, packed), done)
  })
}

/** Compresses off the main thread. */
export function compress(content: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'gzip' ? toGzip(content) : toBrotli(content, { params: brotli })
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

const mayCompress = ({ method }: FastifyRequest, reply: FastifyReply, response: string) =>
  method !== 'HEAD' && !reply.hasHeader('content-encoding') && !response.includes('"csrfToken":"')

function addVary(reply: FastifyReply): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`)
}

/** About as fast as gzip, and smaller. */
const brotli = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
