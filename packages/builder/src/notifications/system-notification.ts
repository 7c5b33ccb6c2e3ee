import { navigate } from 'wouter/use-browser-location'
import { trustedAddress } from '../workers/trusted-address.js'

/** A notification of the system, which opens a path of the builder. */
export interface SystemNotification {
  title: string
  body: string
  /** Several tabs with the same tag show it once. */
  tag: string
  path: string
}

/** True if the browser shows notifications of this address. */
export const mayNotify = (): boolean => globalThis.Notification?.permission === 'granted'

/**
 * Shows a notification. Phones allow it to a service worker only: there the constructor throws. A browser that refuses both shows none.
 *
 * @example showSystemNotification({ title: 'Inbox', body: 'Hello', tag: 's1', path: '/workspaces/w1/inbox/open/s1' })
 */
export function showSystemNotification({ title, path, ...options }: SystemNotification): void {
  try {
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      navigate(path)
      shown.close()
    }
  } catch {
    showByWorker(title, { ...options, data: { path } }).catch(() => undefined)
  }
}

let registration: Promise<ServiceWorkerRegistration> | undefined

async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  registration ??= register()
  await (await registration).showNotification(title, options)
}

async function register(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  serviceWorker.onmessage = ({ data }) => navigate(data.path)
  const registration = await serviceWorker.register(trustedAddress('/builder/service-worker.js'))
  // The page is outside of its scope, so that `ready` would not resolve, and only an active worker shows notifications.
  const worker = registration.active ?? registration.waiting ?? registration.installing
  await new Promise<void>((resolve) => {
    const look = () => worker?.state === 'activated' && resolve()
    worker?.addEventListener('statechange', look)
    look()
  })
  return registration
}
