import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@colloquy/api'

/** The last row of a page: the next one begins after it. */
export interface Position {
  createdAt: number
  id: string
}

/** A position as text that only we can write, good for one list only. */
export function writeCursor(secret: string, list: string, position: Position): string {
  return writePlace(secret, list, `${position.createdAt}:${position.id}`)
}

/** The position of a cursor; undefined when it was not made by `writeCursor` for this list. */
export function readCursor(secret: string, list: string, cursor: string): Position | undefined {
  const [createdAt, id] = readPlace(secret, list, cursor)?.split(':') ?? []
  return id === undefined ? undefined : { createdAt: Number(createdAt), id }
}

/** The same for any text that says where in a list its next page begins. */
export function writePlace(secret: string, list: string, place: string): string {
  const text = Buffer.from(place).toString('base64url')
  return `${text}.${sign(secret, list, text)}`
}

export function readPlace(secret: string, list: string, cursor: string): string | undefined {
  const [text, signature, more] = cursor.length > longestCursor ? [] : cursor.split('.')
  if (!text || !signature || more !== undefined) return undefined
  const expected = Buffer.from(sign(secret, list, text))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  return Buffer.from(text, 'base64url').toString()
}

/** What a request with another cursor is answered. */
export function invalidCursor(): ApiError {
  return new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
}

/** Characters; a place in a sorted list has up to 200 of a text, of up to four bytes each. */
const longestCursor = 3_000

function sign(secret: string, list: string, text: string): string {
  return createHmac('sha256', secret).update(`${list}\0${text}`).digest('base64url')
}
