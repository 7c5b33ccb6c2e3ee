import type { IntegrationType } from '@colloquy/flow/integrations'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

interface SignInRequest {
  name?: string
  client?: { id: string; secret: string }
  credentialsId?: string
}

/** The outcome of signing in at a provider, sent by the page that the provider redirects to. */
interface SignInOutcome {
  id: string
  credentialsId?: string
  problem?: string
}

/**
 * Opens a window in which somebody signs in at a provider, and resolves to the id of the credentials. Call it on a click, or browsers block
 * the window. Rejects with the error, or with the signal's reason when it is aborted. A closed window cannot be detected, because providers
 * isolate it from this page.
 */
export async function signInAtProvider(
  workspaceId: string,
  type: IntegrationType,
  body: SignInRequest,
  signal: AbortSignal,
): Promise<string> {
  const popup = window.open('about:blank', '_blank', 'popup,width=520,height=680')
  if (!popup) throw new Error(t('The browser blocked the sign-in window. Allow pop-ups for this page, then try again.'))
  const channel = new BroadcastChannel('colloquy oauth')
  const close = () => popup.close()
  signal.addEventListener('abort', close)
  try {
    const { id, url } = await api.beginOAuth({ workspaceId, type, ...body })
    const outcome = outcomeOf(channel, id, signal)
    popup.location.href = url
    const { credentialsId, problem } = await outcome
    if (credentialsId === undefined) throw new Error(problem ?? t('The sign-in failed. Try again.'))
    return credentialsId
  } catch (error) {
    popup.close()
    throw error
  } finally {
    signal.removeEventListener('abort', close)
    channel.close()
  }
}

function outcomeOf(channel: BroadcastChannel, id: string, signal: AbortSignal): Promise<SignInOutcome> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    channel.addEventListener('message', ({ data }: MessageEvent<SignInOutcome>) => {
      if (data.id === id) resolve(data)
    })
  })
}
