import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Runs work that may fail. Returns whether it is running, and its error until the next attempt. A control that is disabled meanwhile gets
 * the focus back; if it is gone by then, the first enabled button in `around` does.
 */
export function useAttempt(around?: RefObject<HTMLElement | null>) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const began = useRef<Element>(null)
  useEffect(() => {
    if (isBusy) return
    const control = began.current
    began.current = null
    if (!(control instanceof HTMLElement) || document.activeElement !== document.body) return
    if (control.isConnected) control.focus()
    else around?.current?.querySelector<HTMLElement>('button:enabled')?.focus()
  }, [isBusy, around])
  /** Resolves to false on failure. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    began.current = document.activeElement
    setBusy(true)
    setError(undefined)
    try {
      await work()
      return true
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { attempt, isBusy, error }
}
