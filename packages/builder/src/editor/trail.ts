import { useSyncExternalStore } from 'react'

/** A bot from which one came by one of its links, and where in it that link is. */
export interface Stop {
  botId: string
  name: string
  /** As it stands in the address: `#/group-id/block-id`. */
  hash: string
}

/**
 * The bots through which one came here, the first one first. It goes with the entry of the browser's history: going back and
 * loading again keep it, and a bot that is opened from elsewhere has none.
 */
export function useTrail(): readonly Stop[] {
  return useSyncExternalStore(subscribe, () => trailOf(history.state))
}

/** The state of the history's entry for a page to which a trail leads. */
export const withTrail = (trail: readonly Stop[]): { trail: readonly Stop[] } => ({ trail })

const none: readonly Stop[] = []
const trailOf = (state: { trail?: readonly Stop[] } | null): readonly Stop[] => state?.trail ?? none

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}
