const key = 'colloquy-token'

/** The token of who is signed in, for as long as this tab lives. */
let token: string | undefined = sessionStorage.getItem(key) ?? undefined

export const currentToken = (): string | undefined => token

/** The headers that tell who asks. */
export const credentialHeaders = (_method: string): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

export function signIn(given: string): void {
  token = given
  sessionStorage.setItem(key, given)
}

export function signOut(): void {
  token = undefined
  sessionStorage.removeItem(key)
}

/** Takes the token out of a sign-in link, `/#token=...`, and out of the address bar. */
export function signInFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given === null) return
  signIn(given)
  history.replaceState(null, '', location.pathname + location.search)
}
