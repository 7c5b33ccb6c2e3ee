import { useState } from 'react'
import { request } from '../service/request.js'

/** Tries credentials at the service that they are for. */
export function useTrial(workspaceId: string, credentialsId: string) {
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<{ status: string; message: string }>()
  const run = async () => {
    setRunning(true)
    setOutcome(undefined)
    setOutcome(
      await request<'testCredentials'>('POST', `credentials/${credentialsId}/test`, { workspaceId }).catch(
        (error: Error) => ({ status: 'failure', message: error.message }),
      ),
    )
    setRunning(false)
  }
  return { run, isRunning, outcome }
}
