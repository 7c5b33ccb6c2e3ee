import { navigate } from 'wouter/use-browser-location'
import { keptInBrowser } from '../design/kept.js'
import { createStore } from '../design/store.js'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { mayNotify, showSystemNotification } from '../notifications/system-notification.js'
import type { Conversation } from './conversation.js'
import type { Mention } from './use-conversations.js'

const alertsKey = 'colloquy-inbox-alerts'

/** Setting of this browser: play a sound, and show notifications, of messages that wait for the user. */
export const alerts = createStore({ isOn: keptInBrowser.get(alertsKey) === '1' })

export async function setAlerts(isOn: boolean): Promise<void> {
  alerts.set({ isOn })
  if (!isOn) return keptInBrowser.delete(alertsKey)
  keptInBrowser.set(alertsKey, '1')
  playSound()
  if (window.Notification?.permission === 'default') await Notification.requestPermission()
}

/** Reports a conversation whose visitor waits: by a sound, and by a notification of the system while the page is hidden. */
export function alertOf(workspaceId: string, { sessionId, lastText }: Conversation): void {
  if (!alerts.get().isOn) return
  playSound()
  if (document.visibilityState === 'visible' || !mayNotify()) return
  const body = lastText || t('Somebody asks for a person')
  const path = `/workspaces/${workspaceId}/inbox/open/${sessionId}`
  showSystemNotification({ title: t('Inbox'), body, tag: sessionId, path })
}

/** Reports that a note mentions the user: at the foot of the page while it is visible, else like a conversation that waits. */
export function alertOfMention(workspaceId: string, { sessionId, name }: Mention): void {
  const body = name ? t('{name} mentioned you in a note', { name }) : t('Somebody mentioned you in a note')
  const path = `/workspaces/${workspaceId}/inbox/mentioned/${sessionId}`
  if (alerts.get().isOn) playSound()
  if (document.visibilityState === 'visible' || !alerts.get().isOn || !mayNotify())
    showToast(body, { label: t('Open'), run: () => navigate(path) }, 'notification')
  else showSystemNotification({ title: t('Inbox'), body, tag: `@${sessionId}`, path })
}

let audio: AudioContext | undefined

/** Plays two short tones. Browsers are silent until the page was used. */
function playSound(): void {
  try {
    audio ??= new AudioContext()
    for (const [frequency, at] of [
      [660, 0],
      [880, 0.12],
    ] as const) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      const begin = audio.currentTime + at
      tone.frequency.value = frequency
      volume.gain.setValueAtTime(0.08, begin)
      volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.15)
      tone.connect(volume).connect(audio.destination)
      tone.start(begin)
      tone.stop(begin + 0.16)
    }
  } catch {
    // No sound device.
  }
}
