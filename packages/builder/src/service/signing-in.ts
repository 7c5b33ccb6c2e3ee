import { type Answer, api, ServiceError } from './api.js'
import { currentToken, forgetSession, keepCsrfToken, keepEmail, keepToken, mayBeSignedIn } from './session.js'

/** The signed-in user, and how they signed in. */
export type SignIn = Answer<'getSignIn'>

/** Secrets that a link carries after the `#`, which no server and no log sees. */
export interface LinkSecrets {
  /** Signs in. */
  token?: string
  /** Opens an invitation. */
  invitation?: string
  /** Sets a new password. */
  'password-link'?: string
  /** Confirms an email address. */
  'email-link'?: string
}

const names = ['token', 'invitation', 'password-link', 'email-link'] as const

export const holdsLinkSecrets = (): boolean => names.some((name) => location.hash.startsWith(`#${name}=`))

/** Reads the secrets of a link, such as `/#token=…`, and removes them from the address bar. */
export function takeLinkSecrets(): LinkSecrets {
  const given = new URLSearchParams(location.hash.slice(1))
  if (!names.some((name) => given.has(name))) return {}
  history.replaceState(null, '', location.pathname + location.search)
  return Object.fromEntries(names.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])))
}

/** Signs in with an email address and a password. */
export async function signIn(email: string, password: string): Promise<SignIn> {
  forgetSession()
  return kept(await api.signIn({ email, password }))
}

/**
 * Signs in with an API token. It is exchanged for a cookie if its scope allows everything; otherwise it is used directly while the tab
 * lives.
 */
export async function signInWithToken(token: string): Promise<SignIn> {
  forgetSession()
  try {
    return kept(await api.signIn({ token }))
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'sign_in_failed')) throw error
    keepToken(token)
    try {
      return await api.getSignIn()
    } catch (unknown) {
      forgetSession()
      throw unknown
    }
  }
}

/** Returns the signed-in user, or null. */
export async function whoIsSignedIn(): Promise<SignIn | null> {
  if (!mayBeSignedIn()) return null
  try {
    return kept(await api.getSignIn())
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 401)) throw error
    forgetSession()
    return null
  }
}

/** Ends the login session. Its cookie becomes invalid, even for someone who has a copy of it. */
export async function signOut(): Promise<void> {
  if (currentToken() === undefined) await api.signOut()
  forgetSession()
  keepEmail(null)
}

function kept(signedIn: SignIn): SignIn {
  keepCsrfToken(signedIn.csrfToken)
  keepEmail(signedIn.user.email)
  return signedIn
}
