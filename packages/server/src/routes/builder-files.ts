import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Where the builder's build puts what browsers load; the same place from the sources and from what is compiled of them. */
const folder = fileURLToPath(new URL('../../../builder/dist/browser', import.meta.url))

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Scripts and styles from this origin only, nothing inline, no frame around it; pictures of flows may be anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  'img-src http: https: data: blob:',
  'media-src http: https: blob:',
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

interface BuilderFile {
  type: string
  etag: string
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer }
}

/**
 * Serves the builder: one page at `/` and at the addresses of its views, and its files under `/builder/`, whose names hold a
 * hash of their content and which are kept for good. They are read once, when first asked for.
 */
export function registerBuilderFiles(app: FastifyInstance): void {
  let files: Promise<Map<string, BuilderFile>> | undefined
  const find = async (path: string) => {
    files ??= readFiles()
    const file = (await files).get(path)
    if (file === undefined && path === 'index.html') files = undefined
    return file
  }
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await find('index.html')
    if (file === undefined) throw new ApiError('not_found', { message: 'The builder is not built: run npm run build' })
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
    return send(file, request, reply)
  }
  for (const path of ['/', '/account', '/account/*', '/workspaces/*', '/bots/*']) app.get(path, page)
  app.get('/builder/*', async (request, reply) => {
    const file = await find((request.params as { '*': string })['*'])
    if (file === undefined || file.type === types['.html']) throw new ApiError('not_found')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return send(file, request, reply)
  })
}

function send(file: BuilderFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', file.etag).header('vary', 'Accept-Encoding').header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', file.type).send(file.bodies[encoding ?? 'identity'])
}

async function readFiles(): Promise<Map<string, BuilderFile>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile() && extname(entry.name) in types).map(({ name }) => name)
  return new Map(await Promise.all(names.map(async (name) => [name, await readOne(name)] as const)))
}

async function readOne(name: string): Promise<BuilderFile> {
  const identity = await readFile(join(folder, name))
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, gzip: gzipSync(identity), br },
  }
}
