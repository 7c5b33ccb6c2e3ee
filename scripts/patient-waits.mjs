/**
 * `vi.waitFor` gives up after 20 s, as `expect.poll` does by the configuration, and not after one: a state that is waited for comes late on
 * a busy machine. Vitest has no option for it.
 */
import { vi } from 'vitest'

const { waitFor } = vi
const patience = { timeout: 20_000 }
vi.waitFor = (attempt, options) =>
  waitFor(attempt, { ...patience, ...(typeof options === 'number' ? { timeout: options } : options) })
