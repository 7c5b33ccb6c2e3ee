const waiting: (() => void)[] = []

/**
 * Resolves in a separate round of the event loop: at most one promise of this function resolves in each round. Long work that is done in
 * parts waits between them, so that everything else waits for a single part, however many callers do such work.
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
