import { createStore } from '../design/store.js'

/**
 * The end of the login session while a page is open, because it expired or somebody ended it elsewhere. The page stays as it is, and asks
 * to sign in again above it.
 */
export const sessionEnd = createStore<{ isEnded: boolean; isAsking: boolean }>({ isEnded: false, isAsking: false })

/** Asks to sign in again. */
export const askToSignIn = (): void => sessionEnd.set({ isEnded: true, isAsking: true })

/** Calls a function each time when somebody has signed in again; returns a function that ends this. */
export function onSignedInAgain(act: () => void): () => void {
  let { isEnded } = sessionEnd.get()
  return sessionEnd.subscribe(() => {
    const before = isEnded
    isEnded = sessionEnd.get().isEnded
    if (before && !isEnded) act()
  })
}
