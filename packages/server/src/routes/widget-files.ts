import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Where the widget's build puts what browsers load; the same place from the sources and from what is compiled of them. */
const folder = fileURLToPath(new URL('../../../widget/dist/browser', import.meta.url))

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
}

interface WidgetFile {
  type: string
  etag: string
  cacheControl: string
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer }
}

/**
 * Serves `/widget.js`, whose name never changes and which is asked for again soon, and its chunks under `/widget/`, whose names
 * hold a hash of their content and which are kept for good. Any page may load them. They are read once, when first asked for.
 */
export function registerWidgetFiles(app: FastifyInstance): void {
  let files: Promise<Map<string, WidgetFile>> | undefined
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    files ??= readWidgetFiles()
    const path = request.url.split('?')[0]?.slice(1) ?? ''
    const file = (await files).get(path)
    if (file === undefined) {
      if (path === 'widget.js') files = undefined
      reply.header('access-control-allow-origin', '*')
      throw new ApiError('not_found')
    }
    return sendFile(file, path, request, reply)
  }
  const options = { config: { isForVisitors: true } }
  app.get('/widget.js', options, serve)
  app.get('/widget/*', options, serve)
}

function sendFile(file: WidgetFile, path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', file.cacheControl)
    .header('etag', file.etag)
    .header('vary', 'Accept-Encoding')
    .header('x-content-type-options', 'nosniff')
  if (path === 'widget/script-frame.html') reply.header('content-security-policy', scriptFramePolicy)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => file.bodies[name] && accepted.includes(name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', file.type).send(file.bodies[encoding ?? 'identity'])
}

/** Scripts of flows run here without an origin: they may compute and call other hosts, but have no storage, cookies or parent. */
const scriptFramePolicy =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; connect-src https: http:; base-uri 'none'; form-action 'none'"

async function readWidgetFiles(): Promise<Map<string, WidgetFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const read = async (path: string) => [path.replaceAll('\\', '/'), await readWidgetFile(path)] as const
  return new Map(await Promise.all(paths.map(read)))
}

async function readWidgetFile(path: string): Promise<WidgetFile> {
  const identity = await readFile(join(folder, path))
  const isHashed = /^widget\/([\w-]{8}\.js|fonts\/[\w-]+\.woff2)$/.test(path.replaceAll('\\', '/'))
  const isText = extname(path) !== '.woff2'
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    cacheControl: isHashed
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=300, stale-while-revalidate=86400',
    bodies: isText
      ? { identity, gzip: gzipSync(identity, { level: 9 }), br: brotliCompressSync(identity) }
      : { identity },
  }
}
