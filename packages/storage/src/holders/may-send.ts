import type { Hold } from './holders.js'

/** True if what the bot has said and ordered may be sent: it speaks, or has just asked for somebody. `held` is that of the session. */
export const maySend = (held: string | null): boolean => held === null || (JSON.parse(held) as Hold).isAsked === true
