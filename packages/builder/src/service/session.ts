/**
 * How requests from this tab say who asks: by the cookie of a sign-in, which the browser keeps and scripts cannot read, with the
 * CSRF token beside it; or by an API token that was pasted or came in a link and cannot be exchanged for a sign-in.
 */
const tokenKey = 'colloquy-token'
const hintKey = 'colloquy-signed-in'

let token: string | undefined = sessionStorage.getItem(tokenKey) ?? undefined
let csrfToken: string | undefined

/** The API token in use, for as long as this tab lives; undefined where a cookie does its work. */
export const currentToken = (): string | undefined => token

export function keepToken(given: string): void {
  token = given
  sessionStorage.setItem(tokenKey, given)
}

/** The headers that a request needs beside the cookie. */
export function credentialHeaders(method: string): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  return method === 'GET' || csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }
}

/** Remembers what the service said of a sign-in; true when that is news. */
export function keepCsrfToken(given: string | null): boolean {
  const isNew = given !== null && given !== csrfToken
  if (given !== null) {
    csrfToken = given
    localStorage.setItem(hintKey, '1')
  }
  return isNew
}

/** Whether it is worth asking who is signed in: the cookie itself cannot be seen. */
export const mayBeSignedIn = (): boolean => token !== undefined || localStorage.getItem(hintKey) !== null

export function forgetSession(): void {
  token = undefined
  csrfToken = undefined
  sessionStorage.removeItem(tokenKey)
  localStorage.removeItem(hintKey)
}
