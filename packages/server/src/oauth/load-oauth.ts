export type OAuthLibrary = typeof import('oauth4webapi')

/** Loads the library on demand: a service whose authors never authorize with a provider does not need it. */
export const loadOAuth = (): Promise<OAuthLibrary> => import('oauth4webapi')
