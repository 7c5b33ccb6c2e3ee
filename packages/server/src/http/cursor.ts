import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@colloquy/api'

/** Last row of a page: the next one starts after it. */
export interface Position {
  createdAt: number
  id: string
}

/** Encodes a position as text that only the service can write, valid for one list only. */
export function writeCursor(secret: string, list: string, position: Position): string {
  return writePosition(secret, list, `${position.createdAt}:${position.id}`)
}

/** Returns the position of a cursor; undefined if `writeCursor` did not create it for this list. */
export function readCursor(secret: string, list: string, cursor: string): Position | undefined {
  const [createdAt, id] = readPosition(secret, list, cursor)?.split(':') ?? []
  return id === undefined ? undefined : { createdAt: Number(createdAt), id }
}

/** Like `writeCursor`, for any text that says where the next page of a list starts. */
export function writePosition(secret: string, list: string, position: string): string {
  const text = Buffer.from(position).toString('base64url')
  return `${text}.${sign(secret, list, text)}`
}

export function readPosition(secret: string, list: string, cursor: string): string | undefined {
  const [text, signature, more] = cursor.length > maxCursorLength ? [] : cursor.split('.')
  if (!text || !signature || more !== undefined) return undefined
  const expected = Buffer.from(sign(secret, list, text))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  return Buffer.from(text, 'base64url').toString()
}

/** Returns the error for a request with an invalid cursor. */
export function invalidCursor(): ApiError {
  return new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
}

/** Characters; a position in a sorted list contains up to 200 characters of a text, of up to four bytes each. */
const maxCursorLength = 3_000

function sign(secret: string, list: string, text: string): string {
  return createHmac('sha256', secret).update(`${list}\0${text}`).digest('base64url')
}
