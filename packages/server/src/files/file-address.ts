import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UploadRow } from '@colloquy/storage'

type Addressed = Pick<UploadRow, 'id' | 'botId' | 'resultId' | 'blockId' | 'visibility'>

/** Where a file can be read: an address open to all who know it, or one that asks who reads. */
export function fileUrl(base: string, upload: Addressed, extension: string): string {
  const fileName = `${upload.id}.${extension}`
  if (upload.visibility === 'public') return `${base}/api/files/${fileName}`
  return `${base}/api/bots/${upload.botId}/results/${upload.resultId}/blocks/${segment(upload.blockId ?? '')}/${fileName}`
}

/** Where a private file can be read for a while by whoever has the address. */
export function signedFileUrl(base: string, fileName: string, secret: string, expires: number): string {
  return `${base}/api/files/${fileName}?expires=${expires}&signature=${sign(secret, ['download', fileName, expires])}`
}

export function isSignedFile(
  secret: string,
  fileName: string,
  { expires, signature }: { expires?: string; signature?: string },
  now: number,
): boolean {
  if (!/^\d{1,15}$/.test(expires ?? '') || Number(expires) <= now) return false
  return isEqual(signature, sign(secret, ['download', fileName, Number(expires)]))
}

/** The last part of the address to which a file may be sent. Type and size are bound by it, though they are not written in it. */
export function uploadToken(secret: string, upload: Pick<UploadRow, 'id' | 'type' | 'size'>, expires: number): string {
  return `${upload.id}.${expires}.${sign(secret, ['upload', upload.id, upload.type, upload.size, expires])}`
}

export function readUploadToken(token: string): { id: string; expires: number } | undefined {
  const parts = /^([a-z0-9]{24})\.(\d{1,15})\.[\w-]{43}$/.exec(token)
  return parts ? { id: parts[1] as string, expires: Number(parts[2]) } : undefined
}

export function isUploadToken(secret: string, upload: UploadRow, token: string): boolean {
  const expires = readUploadToken(token)?.expires
  return expires !== undefined && isEqual(token, uploadToken(secret, upload, expires))
}

/** The id in the last part of a file's address. */
export function idOfFileName(fileName: string): string | undefined {
  return /^([a-z0-9]{24})\.[a-z0-9]{1,8}$/.exec(fileName)?.[1]
}

/** The id of the file that this is the address of, on whichever host. */
export function idOfFileUrl(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1)
  const parts = path.split('/')
  const isPublic = parts.at(-3) === 'api' && parts.at(-2) === 'files'
  const isPrivate = [parts.at(-8), parts.at(-7), parts.at(-5), parts.at(-3)].join() === 'api,bots,results,blocks'
  return isPublic || isPrivate ? idOfFileName(parts.at(-1) ?? '') : undefined
}

/** Block ids are their author's, dots included. */
function segment(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E').replaceAll("'", '%27')
}

function sign(secret: string, parts: (string | number)[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

function isEqual(given: string | undefined, right: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
