import { useSyncExternalStore } from 'react'

/** A bot that the user left through one of its links, and the position of that link. */
export interface Breadcrumb {
  botId: string
  name: string
  /** Hash of the address: `#/group-id/block-id`. */
  hash: string
}

/**
 * Bots through which the user came here by links, the first one first. The list belongs to the entry of the browser's history: it survives
 * going back and reloading, and is empty for a bot that was opened from elsewhere.
 */
export function useBreadcrumbs(): readonly Breadcrumb[] {
  return useSyncExternalStore(subscribe, () => breadcrumbsOf(history.state))
}

/** State of the history entry for a page that is opened through a link in a bot, or through its breadcrumbs. */
export const withBreadcrumbs = (breadcrumbs: readonly Breadcrumb[]): { breadcrumbs: readonly Breadcrumb[] } => ({
  breadcrumbs,
})

const none: readonly Breadcrumb[] = []
const breadcrumbsOf = (state: { breadcrumbs?: readonly Breadcrumb[] } | null): readonly Breadcrumb[] =>
  state?.breadcrumbs ?? none

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}
