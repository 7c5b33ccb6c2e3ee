import { useLayoutEffect, useRef, useState } from 'react'

type Handlers = { [name: string]: (...given: never[]) => unknown }

/**
 * Handlers that keep their identity while the component is mounted; each calls its newest version, so that receivers do not have to update.
 */
export function useSteady<T extends Handlers>(newest: T): T {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  })
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(newest).map((name) => [name, (...given: never[]) => latest.current[name]!(...given)]),
      ) as T,
  )
  return steady
}
