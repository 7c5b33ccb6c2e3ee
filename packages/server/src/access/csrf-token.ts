import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignIn } from '@colloquy/storage'

/** Token that our own pages send in addition to the cookie, and pages of other websites cannot know. Valid for one login session. */
export function csrfToken(secret: string, { id, hash }: SignIn): string {
  return createHmac('sha256', secret).update(`csrf\0${id}\0${hash}`).digest('base64url')
}

export function isCsrfToken(secret: string, signIn: SignIn, given: unknown): boolean {
  if (typeof given !== 'string') return false
  const expected = Buffer.from(csrfToken(secret, signIn))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
