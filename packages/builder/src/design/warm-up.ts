import { loadSoon } from './on-demand.js'

/** Milliseconds after which a page that was opened has nothing better to do. */
const later = 1500
/** The mark in the page's own timeline from which on everything of the canvas opens without a network. */
const done = 'everything-loaded'

/** Loads what is opened on demand while there is a network: whoever goes on editing without one finds every panel and form. */
export function warmUp(): () => void {
  const timer = setTimeout(() => {
    // What does not come now says so where it is needed.
    loadSoon().then(
      () => performance.mark(done),
      () => undefined,
    )
  }, later)
  return () => clearTimeout(timer)
}
