import { keptInBrowser, keptInTab } from '../design/kept.js'

/**
 * Authentication of requests from this tab: by the cookie of a login session, which the browser keeps and scripts cannot read, together
 * with the CSRF token; or by an API token that was pasted or came in a link and cannot be exchanged for a login session.
 */
const tokenKey = 'colloquy-token'
const hintKey = 'colloquy-signed-in'
const emailKey = 'colloquy-email'

let token: string | undefined = keptInTab.get(tokenKey) ?? undefined
let csrfToken: string | undefined

/** The API token in use, kept for the lifetime of this tab; undefined if a cookie authenticates requests. */
export const currentToken = (): string | undefined => token

export function keepToken(given: string): void {
  token = given
  keptInTab.set(tokenKey, given)
}

/** Headers that a request needs besides the cookie. */
export function credentialHeaders(method: string): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  return method === 'GET' || csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }
}

/** Remembers the CSRF token of a login session. Returns true if it has changed. */
export function keepCsrfToken(given: string | null): boolean {
  const isNew = given !== null && given !== csrfToken
  if (given !== null) {
    csrfToken = given
    keptInBrowser.set(hintKey, '1')
  }
  return isNew
}

/** True if it is worth asking the service who is signed in: the cookie itself is invisible to scripts. */
export const mayBeSignedIn = (): boolean => token !== undefined || keptInBrowser.get(hintKey) !== null

/** True if requests of this page are authenticated, as far as it knows. */
export const isAuthenticated = (): boolean => token !== undefined || csrfToken !== undefined

/** The email address of the account that was signed in last in this browser and has not signed out; null if there is none. */
export const lastEmail = (): string | null => keptInBrowser.get(emailKey)

export const keepEmail = (email: string | null): void =>
  email === null ? keptInBrowser.delete(emailKey) : keptInBrowser.set(emailKey, email)

/** Responses to requests that `first-requests.ts` sent, by path. */
const firstResponses = (globalThis as { colloquyFirstResponses?: Map<string, Promise<Response | undefined>> })
  .colloquyFirstResponses

/** Takes the response to a request that was sent before the page was loaded; undefined if there is none, or it is an error. */
export async function takeFirstResponse(path: string): Promise<Response | undefined> {
  const response = firstResponses?.get(path)
  firstResponses?.delete(path)
  const first = await response
  return first?.ok ? first : undefined
}

export function forgetSession(): void {
  firstResponses?.clear()
  token = undefined
  csrfToken = undefined
  keptInTab.delete(tokenKey)
  keptInBrowser.delete(hintKey)
}
