import type { Problem } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'
import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../design/store.js'
import { useDocument } from './studio.js'

const found = createStore<{ problems: readonly Problem[]; document: BotDocument | undefined }>({
  problems: [],
  document: undefined,
})
let timer: ReturnType<typeof setTimeout> | undefined

/** Problems of the flow, looked for again a moment after each edit. */
export function useProblems(): { problems: readonly Problem[] } {
  const document = useDocument((it) => it)
  useEffect(() => {
    if (found.get().document === document) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      import('./lint.js').then(
        ({ lint }) => whenIdle(() => found.set({ problems: lint(document), document })),
        () => undefined,
      )
    }, 600)
  }, [document])
  return useSyncExternalStore(found.subscribe, found.get)
}

/** Lint takes its time on large flows: keys that are pressed meanwhile come first. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 })
  else work()
}
