import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Runs work that may fail: tells whether it is under way, and what it failed with until it is tried again. A control that is disabled
 * meanwhile gets the keys back; where it is gone by then, the first button `around` it does.
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
  /** False when it failed. */
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
