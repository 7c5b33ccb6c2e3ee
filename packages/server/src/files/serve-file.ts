import { Readable } from 'node:stream'
import { ApiError } from '@colloquy/api'
import type { UploadRow } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { BareResponse } from '../http/handler.js'
import { namesTag } from '../http/if-none-match.js'
import type { Needs } from '../service.js'
import { isShown } from './content-type.js'
import { asApiError } from './receive-file.js'

/**
 * Returns a stored file as an answer. Browsers do not run anything in it: its type was detected from its content, they may not guess
 * another one, and pages of the service are never served at its address.
 */
export async function serveFile(
  service: Needs<'files'>,
  upload: UploadRow,
  fileName: string,
  request: FastifyRequest,
): Promise<BareResponse> {
  const etag = `"${upload.id}"`
  const headers: Record<string, string> = {
    etag,
    'cache-control': cacheControl(upload),
    'content-type': upload.type.startsWith('text/') ? `${upload.type}; charset=utf-8` : upload.type,
    'content-disposition': disposition(upload, fileName),
    'content-security-policy':
      "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
  }
  if (namesTag(request.headers['if-none-match'], etag)) return new BareResponse(304, headers)
  const range = readRange(request.headers.range, upload.size)
  if (range === 'none') throw new ApiError('range_not_satisfiable')
  const length = range ? range.end - range.start + 1 : upload.size
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${upload.size}`
  const content =
    request.method === 'HEAD' ? Readable.from([]) : await service.files.get(upload.path, range).catch(asApiError)
  if (!content) throw new ApiError('file_not_found')
  return new BareResponse(range ? 206 : 200, headers, content)
}

/** A file never changes. Browsers may cache what a visitor sent, but shared caches may not, since a deletion cannot reach them. */
function cacheControl(upload: UploadRow): string {
  if (upload.visibility === 'private') return 'private, no-store'
  return `${upload.sessionId === null ? 'public' : 'private'}, max-age=31536000, immutable`
}

/** Returns one range of bytes; undefined without a header in a supported form, 'none' if the file ends before the range. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | 'none' | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!parts || (parts[1] === '' && parts[2] === '')) return undefined
  const [first, last] = [parts[1] as string, parts[2] as string]
  if (first === '') return Number(last) === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  if (Number(first) >= size) return 'none'
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Uses the name that the owner gave, without characters that confuse file systems and readers, and with the extension of its address. */
function disposition(upload: UploadRow, fileName: string): string {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1)
  const base = upload.name.split(/[/\\]/).at(-1) ?? ''
  const stem = base
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  const name = `${Array.from(stem).slice(0, 100).join('') || 'file'}.${extension}`
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const plain = name.replace(/[^\x20-\x7e]/gu, '_')
  return `${isShown(upload.type) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
