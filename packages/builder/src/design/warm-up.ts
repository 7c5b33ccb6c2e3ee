import { loadSoon } from './on-demand.js'

/** Delay in milliseconds after which an opened page is assumed to be idle. */
const later = 1500
/** Performance mark after which everything of the canvas opens without a network connection. */
const done = 'everything-loaded'

/** Loads all on-demand parts while there is a network connection, so that panels and forms also open offline. */
export function warmUp(): () => void {
  const timer = setTimeout(() => {
    // A part that does not load now shows its error where it is needed.
    loadSoon().then(
      () => performance.mark(done),
      () => undefined,
    )
  }, later)
  return () => clearTimeout(timer)
}
