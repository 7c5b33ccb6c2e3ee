import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'

interface SignInRequest {
  name?: string
  client?: { id: string; secret: string }
  credentialsId?: string
}

/** What the page tells that a sign-in ends on. */
interface SignInOutcome {
  id: string
  credentialsId?: string
  problem?: string
}

/**
 * Has somebody sign in at a provider in a window of its own, and resolves to the id of the credentials. Call it on a click, or browsers do
 * not open the window. Rejects with what went wrong, and with the signal's reason when that is raised. That the window was closed cannot be
 * told: providers cut it off from this page.
 */
export async function signInAtProvider(
  workspaceId: string,
  type: string,
  body: SignInRequest,
  signal: AbortSignal,
): Promise<string> {
  const popup = window.open('about:blank', '_blank', 'popup,width=520,height=680')
  if (!popup) throw new Error(t('The browser blocked the sign-in window. Allow pop-ups for this page, then try again.'))
  const channel = new BroadcastChannel('colloquy oauth')
  const close = () => popup.close()
  signal.addEventListener('abort', close)
  try {
    const path = `workspaces/${workspaceId}/credentials/oauth/${encodeURIComponent(type)}/authorize`
    const { id, url } = await request<'beginOAuth'>('POST', path, body)
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
