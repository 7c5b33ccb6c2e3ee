const waiting: (() => void)[] = []

/**
 * Resolves in a round of the event loop in which nobody else's promise of this function does. Whoever does long work in parts waits
 * between them, so that everybody else waits for one part, however many are at such work.
 */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(begin)
  })
}

function begin(): void {
  const [first] = waiting.splice(0, 1)
  if (waiting.length > 0) setImmediate(begin)
  first?.()
}
