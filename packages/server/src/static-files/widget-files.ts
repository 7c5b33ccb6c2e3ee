import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readStaticFile, type StaticFile, sendStaticFile } from './static-files.js'

/** Folder of the widget's browser build; the path is the same from the sources and from the compiled files. */
const folder = fileURLToPath(new URL('../../../widget/dist/browser', import.meta.url))

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
}

interface WidgetFile extends StaticFile {
  cacheControl: string
}

/**
 * Serves `/widget.js`, whose name never changes and which is cached only briefly, and its chunks under `/widget/`, whose names contain a
 * content hash and which are cached forever. Any page may load them. Files are read once, at the first request.
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

function sendFile(file: WidgetFile, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', file.cacheControl)
  if (path === 'widget/script-frame.html') reply.header('content-security-policy', scriptFramePolicy)
  return sendStaticFile(file, request, reply)
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
  const isHashed = /^widget\/([\w-]{6}\.js|fonts\/[\w-]+\.woff2)$/.test(path.replaceAll('\\', '/'))
  return {
    ...(await readStaticFile(join(folder, path), types[extname(path)] as string)),
    cacheControl: isHashed
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=300, stale-while-revalidate=86400',
  }
}
