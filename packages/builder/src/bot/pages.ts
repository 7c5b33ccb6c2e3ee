import { onDemand } from '../design/on-demand.js'

const pages = {
  theme: onDemand(() => import('../appearance/theme-page.js')),
  settings: onDemand(() => import('../appearance/settings-page.js')),
  share: onDemand(() => import('../share/share-page.js')),
  messaging: onDemand(() => import('../messaging/messaging-page.js')),
  results: onDemand(() => import('../results/results-page.js')),
  recording: onDemand(() => import('../time-travel/recording-page.js')),
  summary: onDemand(() => import('../summary/summary-page.js')),
  analytics: onDemand(() => import('../analytics/analytics-page.js')),
  versions: onDemand(() => import('../versions/versions-page.js')),
} as const

/** A page of a bot; undefined for the editor. */
export const pageNamed = (name: string) => (Object.hasOwn(pages, name) ? pages[name as keyof typeof pages] : undefined)
