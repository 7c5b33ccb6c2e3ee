import { type DependencyList, useEffect, useState } from 'react'
import { useStore } from '../design/store.js'
import { showError } from '../design/toasts.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { breakpoints } from '../editor/breakpoints.js'
import type { PreviewRun } from './preview-run.js'
import { running } from './running.js'

/**
 * Runs the draft, as `running`, and returns the run once it has begun. It ends, and another one begins, when a dependency changes. `begin` returns
 * undefined where nothing can run.
 */
export function useRun<Run extends PreviewRun>(
  begin: (signal: AbortSignal) => Promise<Run | undefined> | undefined,
  dependencies: DependencyList,
  hasFocus: () => boolean,
): Run | undefined {
  const { view } = useBotEditor()
  const [run, setRun] = useState<Run>()
  const shared: PreviewRun | undefined = useStore(running, (it) => it.run)
  useEffect(() => {
    let current: Run | undefined
    const gone = new AbortController()
    begin(gone.signal)?.then((begun) => {
      current = begun
      if (gone.signal.aborted) return begun?.close()
      setRun(begun)
      running.set({ run: begun })
    }, showError)
    return () => {
      // The next chat takes the focus that this one had.
      const isFocused = hasFocus()
      gone.abort()
      current?.close()
      setRun(undefined)
      running.set({ run: undefined })
      view.set({ runningBlockId: undefined, ...(isFocused && { isChatWanted: true }) })
      breakpoints.set({ stoppedAt: undefined })
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what another run begins for
  }, dependencies)
  // A restart empties `running` before the run here has ended.
  return run === shared ? run : undefined
}
