import { useLayoutEffect, useRef, useState } from 'react'

type Handlers = { [name: string]: (...given: never[]) => unknown }

/** The same handlers for as long as something is shown, each doing what its newest version does: whoever gets them need not be told. */
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
