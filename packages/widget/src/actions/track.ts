import type { ActionOutcome } from '../conversation/action-context.js'
import type { ClientAction } from '../conversation/wire.js'
import type { ActionTools } from './action-tools.js'

type Analytics = Extract<ClientAction, { type: 'googleAnalytics' }>['googleAnalytics']
type Pixel = Extract<ClientAction, { type: 'pixel' }>['pixel']
type Queue = ((...args: unknown[]) => void) & { queue?: unknown[] }

declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: Queue
    fbq?: Queue & { callMethod?: (...args: unknown[]) => void; loaded?: boolean; version?: string; push?: unknown }
  }
}

const done: ActionOutcome = { kind: 'done' }
const notHere: ActionOutcome = {
  kind: 'failed',
  log: { status: 'info', description: 'Trackers do not run on this page' },
}

/** Sends an event to Google Analytics. */
export function trackAnalytics(options: Analytics, { scripts }: ActionTools): ActionOutcome {
  if (scripts !== 'page') return notHere
  const { trackingId, action, category, label, value, sendTo } = options
  if (trackingId) loadAnalytics(trackingId)
  if (action) window.gtag?.('event', action, { event_category: category, event_label: label, value, send_to: sendTo })
  return done
}

/** Sends an event to the advertiser's pixel. */
export function trackPixel(options: Pixel, { scripts }: ActionTools): ActionOutcome {
  if (scripts !== 'page') return notHere
  const {
    pixelId,
    eventType,
    name,
    params = [],
  } = options as Pixel & {
    name?: string
    params?: { key?: string; value?: unknown }[]
  }
  if (!pixelId || !eventType) return done
  loadPixel(pixelId)
  const event = eventType === 'Custom' ? name : eventType
  const values = Object.fromEntries(params.filter(({ key }) => key).map(({ key, value }) => [key, value]))
  if (event) window.fbq?.(eventType === 'Custom' ? 'trackSingleCustom' : 'trackSingle', pixelId, event, values)
  return done
}

export function loadAnalytics(id: string): void {
  if (!addScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)) return
  const layer = dataLayer()
  // The tracker requires the arguments object itself in its list.
  window.gtag ??= function gtag() {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments)
  }
  window.gtag('js', new Date())
  window.gtag('config', id)
}

export function loadTagManager(id: string): void {
  dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  addScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`)
}

export function loadPixel(id: string): void {
  if (!window.fbq) {
    const queue: unknown[] = []
    const fbq: NonNullable<Window['fbq']> = (...args: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...args)
      else queue.push(args)
    }
    window.fbq = Object.assign(fbq, { queue, loaded: true, version: '2.0', push: fbq })
    addScript('https://connect.facebook.net/en_US/fbevents.js')
  }
  if (started.has(id)) return
  started.add(id)
  window.fbq('init', id)
  window.fbq('trackSingle', id, 'PageView')
}

const started = new Set<string>()
const added = new Set<string>()

/** Returns false if the page already has it. */
function addScript(address: string): boolean {
  if (added.has(address)) return false
  added.add(address)
  // Scripts that are added by a script do not block the page.
  document.head.append(Object.assign(document.createElement('script'), { src: address }))
  return true
}

function dataLayer(): unknown[] {
  window.dataLayer ??= []
  return window.dataLayer
}
