import { createHmac, timingSafeEqual } from 'node:crypto'

/** The last row of a page: the next one begins after it. */
export interface Position {
  createdAt: number
  id: string
}

/** A position as text that only we can write, good for one list only. */
export function writeCursor(secret: string, list: string, position: Position): string {
  const text = Buffer.from(`${position.createdAt}:${position.id}`).toString('base64url')
  return `${text}.${sign(secret, list, text)}`
}

/** The position of a cursor; undefined when it was not made by `writeCursor` for this list. */
export function readCursor(secret: string, list: string, cursor: string): Position | undefined {
  const [text, signature, more] = cursor.length > 300 ? [] : cursor.split('.')
  if (!text || !signature || more !== undefined) return undefined
  const expected = Buffer.from(sign(secret, list, text))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  const [createdAt, id] = Buffer.from(text, 'base64url').toString().split(':')
  return { createdAt: Number(createdAt), id: id as string }
}

function sign(secret: string, list: string, text: string): string {
  return createHmac('sha256', secret).update(`${list}\0${text}`).digest('base64url')
}
