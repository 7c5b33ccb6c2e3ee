import { readdir } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readStaticFile, type StaticFile, sendStaticFile } from './static-files.js'

/** Folder that the build writes the documentation to; the same from the sources and from the compiled files. */
const folder = fileURLToPath(new URL('../../dist/docs', import.meta.url))

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * Serves the documentation of this version under `/docs`, where the address of a page is its file name without the extension. Each file is
 * read at its first request, and kept in memory.
 */
export function registerDocsFiles(app: FastifyInstance): void {
  const files = new Map<string, Promise<StaticFile>>()
  let names: Promise<ReadonlySet<string>> | undefined
  const find = async (path: string): Promise<StaticFile> => {
    names ??= listFiles()
    const known = await names
    if (known.size === 0) {
      names = undefined
      throw new ApiError('not_found', { message: 'The documentation is not built: run npm run build' })
    }
    const name = known.has(path) ? path : `${path}.html`
    if (!known.has(name) || path.endsWith('.html')) throw new ApiError('not_found')
    const file = files.get(name) ?? readStaticFile(join(folder, name), types[extname(name)] as string)
    files.set(name, file)
    // A file that could not be read is read again at the next request.
    return file.catch((error) => {
      files.delete(name)
      throw error
    })
  }
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*'?: string })['*']
    const file = await find(path || 'index')
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
    return sendStaticFile(file, request, reply)
  }
  app.get('/docs', serve)
  app.get('/docs/*', serve)
}

/** Returns the paths in the folder, with slashes. Empty if nothing was built. */
async function listFiles(): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  return new Set(paths)
}
