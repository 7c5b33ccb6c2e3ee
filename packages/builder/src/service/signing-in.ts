import { type Answer, request, ServiceError } from './request.js'
import { currentToken, forgetSession, keepCsrfToken, keepToken, mayBeSignedIn } from './session.js'

/** Who is signed in, and how. */
export type SignIn = Answer<'getSignIn'>

/** What a link brought along behind the `#`, where no server and no log sees it. */
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

/** Takes the secrets of a link, such as `/#token=…`, out of the address bar. */
export function takeLinkSecrets(): LinkSecrets {
  const given = new URLSearchParams(location.hash.slice(1))
  if (!names.some((name) => given.has(name))) return {}
  history.replaceState(null, '', location.pathname + location.search)
  return Object.fromEntries(names.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])))
}

/** Signs in with an email address and a password. */
export async function signIn(email: string, password: string): Promise<SignIn> {
  forgetSession()
  return kept(await request<'signIn'>('POST', 'sign-in', { email, password }))
}

/** Signs in with an API token: exchanged for a cookie if its scope allows everything, else used as it is while the tab lives. */
export async function signInWithToken(token: string): Promise<SignIn> {
  forgetSession()
  try {
    return kept(await request<'signIn'>('POST', 'sign-in', { token }))
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'sign_in_failed')) throw error
    keepToken(token)
    try {
      return await request<'getSignIn'>('GET', 'sign-in')
    } catch (unknown) {
      forgetSession()
      throw unknown
    }
  }
}

/** Who is signed in here; null when nobody is. */
export async function whoIsSignedIn(): Promise<SignIn | null> {
  if (!mayBeSignedIn()) return null
  try {
    return kept(await request<'getSignIn'>('GET', 'sign-in'))
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 401)) throw error
    forgetSession()
    return null
  }
}

/** Ends the sign-in here. The cookie is worth nothing from then on, even if somebody has a copy of it. */
export async function signOut(): Promise<void> {
  if (currentToken() === undefined) await request<'signOut'>('DELETE', 'sign-in')
  forgetSession()
}

function kept(signedIn: SignIn): SignIn {
  keepCsrfToken(signedIn.csrfToken)
  return signedIn
}
