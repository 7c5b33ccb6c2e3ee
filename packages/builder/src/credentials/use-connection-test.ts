import { useState } from 'react'
import { api } from '../service/api.js'

/** Tries credentials at the service that they are for. */
export function useConnectionTest(workspaceId: string, credentialsId: string) {
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<{ status: string; message: string }>()
  const run = async () => {
    setRunning(true)
    setOutcome(undefined)
    setOutcome(
      await api
        .testCredentials({ credentialsId, workspaceId })
        .catch((error: Error) => ({ status: 'failure', message: error.message })),
    )
    setRunning(false)
  }
  return { run, isRunning, outcome }
}
