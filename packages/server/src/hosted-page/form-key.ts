import { derivedId } from '../ids.js'

/**
 * What a form carries so that it is taken once, for the question that it was drawn for, and from this page only: it cannot be made
 * without the secret, and not be used without the cookie of the same session.
 */
export function formKey(secret: string, sessionId: string, version: number): string {
  return derivedId(secret, `form\0${sessionId}\0${version}`)
}
