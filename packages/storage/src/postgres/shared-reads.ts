/**
 * Lets those who ask for the same thing at the same time share one read. Nobody gets what was read before they asked: who comes while
 * one is under way waits for the next, together with all others who do.
 */
export function sharedReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const underWay = new Map<string, Promise<unknown>>()
  const next = new Map<string, Promise<Value>>()
  const begin = (key: string) => {
    next.delete(key)
    const reading = read(key)
    underWay.set(key, reading)
    const end = () => {
      if (underWay.get(key) === reading) underWay.delete(key)
    }
    reading.then(end, end)
    return reading
  }
  return (key) => {
    const before = underWay.get(key)
    if (!before) return begin(key)
    const shared =
      next.get(key) ??
      before.then(
        () => begin(key),
        () => begin(key),
      )
    next.set(key, shared)
    return shared
  }
}
