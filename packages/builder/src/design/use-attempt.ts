import { useState } from 'react'

/** Runs work that may fail: tells whether it is under way, and what it failed with until it is tried again. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  /** False when it failed. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
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
