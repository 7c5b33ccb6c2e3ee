/** Milliseconds after which a turn in which the bot continues is never committed. */
export const maxTurnLength = 120_000
