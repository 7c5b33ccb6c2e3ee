import type { IntegrationType } from '@colloquy/flow/integrations'
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/i18n.js'
import { signInAtProvider } from './sign-in-window.js'

type Body = Parameters<typeof signInAtProvider>[2]

/** Signs in at a provider in another window. The window closes with the component. */
export function useSignIn(workspaceId: string, type: IntegrationType) {
  const [isWaiting, setWaiting] = useState(false)
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(new Error(t('The window was closed.'))), [])
  return {
    isWaiting,
    cancel: () => ending.current?.abort(cancelled),
    /** Returns the id of the credentials; undefined if the user cancelled. */
    async signIn(body: Body): Promise<string | undefined> {
      ending.current = new AbortController()
      setWaiting(true)
      try {
        return await signInAtProvider(workspaceId, type, body, ending.current.signal)
      } catch (problem) {
        if (problem !== cancelled) throw problem
        return undefined
      } finally {
        setWaiting(false)
      }
    },
  }
}

const cancelled = new Error(t('The sign-in was cancelled.'))
