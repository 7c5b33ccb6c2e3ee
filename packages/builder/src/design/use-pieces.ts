import { startTransition, useEffect, useState } from 'react'

/** Number of elements of a long list that are rendered at once. */
const piece = 25

/**
 * Renders a long list in pieces: the page shows the first one at once and the others as soon as it has nothing else to do, so that keys and
 * the browser's search reach all of them soon. Returns how many to render, and a function that has all of them rendered now.
 */
export function usePieces(count: number): { shown: number; showAll(): void } {
  const [shown, setShown] = useState(piece)
  const isPart = shown < count
  useEffect(() => {
    if (!isPart) return
    const grow = () => startTransition(() => setShown(shown + piece))
    const timer = setTimeout(grow)
    return () => clearTimeout(timer)
  }, [isPart, shown])
  return { shown: Math.min(shown, count), showAll: () => setShown(Number.POSITIVE_INFINITY) }
}
