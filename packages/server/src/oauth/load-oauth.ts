export type OAuthLibrary = typeof import('oauth4webapi')

/** A service in which nobody signs in at a provider does without the library. */
export const loadOAuth = (): Promise<OAuthLibrary> => import('oauth4webapi')
