import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UploadRow } from '@colloquy/storage'

type Addressed = Pick<UploadRow, 'id' | 'botId' | 'resultId' | 'blockId' | 'visibility'>

/** Returns the address of a file: one that is open to everybody who knows it, or one that checks the reader. */
export function fileUrl(base: string, upload: Addressed, extension: string): string {
  const fileName = `${upload.id}.${extension}`
  if (upload.visibility === 'public') return `${base}/api/files/${fileName}`
  return `${base}/api/bots/${upload.botId}/results/${upload.resultId}/blocks/${segment(upload.blockId ?? '')}/${fileName}`
}

/** Returns the address of a private file, valid for a limited time for anyone who has it. */
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

/** Returns the last part of an upload address. It is bound to the type and size, though they are not part of it. */
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

/** Returns the id in the last part of a file's address. */
export function idOfFileName(fileName: string): string | undefined {
  return /^([a-z0-9]{24})\.[a-z0-9]{1,8}$/.exec(fileName)?.[1]
}

/** Returns the id of the file with this address, on any host. */
export function idOfFileUrl(address: string): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1)
  const parts = path.split('/')
  const isPublic = parts.at(-3) === 'api' && parts.at(-2) === 'files'
  const isPrivate = [parts.at(-8), parts.at(-7), parts.at(-5), parts.at(-3)].join() === 'api,bots,results,blocks'
  return isPublic || isPrivate ? idOfFileName(parts.at(-1) ?? '') : undefined
}

/** Authors choose block ids, which may contain dots. */
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
