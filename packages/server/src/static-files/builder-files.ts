import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@colloquy/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { visitorLanguages } from '../http/visitor-languages.js'
import { readStaticFile, type StaticFile, sendStaticFile } from './static-files.js'

/** Folder of the builder's browser build; the path is the same from the sources and from the compiled files. */
const folder = fileURLToPath(new URL('../../../builder/dist/browser', import.meta.url))

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Names that change with what is in the file. */
const hasHash = /-[\w-]{8}\.\w+$/

/** Scripts and styles from this origin only, nothing inline, no framing; pictures of flows may come from anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  'img-src http: https: data: blob:',
  'media-src http: https: blob:',
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * Serves the builder: one page, in the reader's language, at `/` and at the addresses of its views, with links to more files at those of
 * bots; and its files under `/builder/`: those whose names contain a content hash are cached forever. Files are read once, at the first request, and compressed when a
 * browser needs that.
 */
export function registerBuilderFiles(app: FastifyInstance): void {
  let files: Promise<Map<string, StaticFile>> | undefined
  const find = async (path: string) => {
    files ??= readFiles()
    const file = (await files).get(path)
    if (file === undefined && path.endsWith('.html')) files = undefined
    return file
  }
  const page = (name: 'index' | 'bot') => async (request: FastifyRequest, reply: FastifyReply) => {
    const english = await find(`${name}.html`)
    const file = (await files)?.get(`${name}.${languageOf(request, (await files) ?? new Map())}.html`) ?? english
    if (file === undefined) throw new ApiError('not_found', { message: 'The builder is not built: run npm run build' })
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
    return sendStaticFile(file, request, reply, 'Accept-Encoding, Accept-Language, Cookie')
  }
  for (const path of ['/', '/design', '/account', '/account/*', '/instance', '/instance/*', '/workspaces/*'])
    app.get(path, page('index'))
  app.get('/bots/*', page('bot'))
  app.get('/builder/*', async (request, reply) => {
    const { '*': path } = request.params as { '*': string }
    const file = await find(path)
    if (file === undefined || file.type === types['.html']) throw new ApiError('not_found')
    reply.header('cache-control', hasHash.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    return sendStaticFile(file, request, reply)
  })
}

/** Language of a page: the one chosen in the browser, otherwise the first available of the browser's languages. */
function languageOf(request: FastifyRequest, files: ReadonlyMap<string, StaticFile>): string {
  const chosen = /(?:^|; )colloquy_language=([\w-]{2,10})/.exec(request.headers.cookie ?? '')?.[1]
  const languages = ['en', ...[...files.keys()].flatMap((name) => /^index\.([\w-]+)\.html$/.exec(name)?.[1] ?? [])]
  const base = (tag: string) => tag.split('-', 1)[0]?.toLowerCase()
  for (const wanted of [...(chosen ? [chosen] : []), ...visitorLanguages(request)]) {
    const found = languages.find((one) => base(one) === base(wanted))
    if (found !== undefined) return found
  }
  return 'en'
}

async function readFiles(): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile() && extname(entry.name) in types).map(({ name }) => name)
  const read = async (name: string) =>
    [name, await readStaticFile(join(folder, name), types[extname(name)] as string)] as const
  return new Map(await Promise.all(names.map(read)))
}
