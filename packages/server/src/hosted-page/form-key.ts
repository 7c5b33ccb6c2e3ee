import { derivedId } from '../ids.js'

/**
 * Returns the key of a form, which makes it valid once, for the question or the last message that it was rendered for, and from this page
 * only: the key cannot be made without the secret, nor used without the cookie of the same session.
 */
export function formKey(secret: string, sessionId: string, version: number, said = 0): string {
  return derivedId(secret, `form\0${sessionId}\0${version}${said === 0 ? '' : ` ${said}`}`)
}
