import { addressesOf, type ChannelDefinition } from '@colloquy/channels'
import { decodeText } from './egress/decode-text.js'
import type { EgressPort } from './egress/egress-port.js'
import { type EgressLimits, openAddressCheck, openEgress } from './egress/open-egress.js'
import { type MailLimits, type MailPort, openMailPort } from './mail/mail-port.js'
import type { MessagingPort } from './messaging/messaging-port.js'
import { openMessaging } from './messaging/open-messaging.js'
import { openStripe, type PaymentPort } from './payments/open-stripe.js'
import { openScripts } from './scripts/open-scripts.js'
import { type InstanceScriptLimits, scriptLimitsOf } from './scripts/script-limits.js'
import { PrivateFetchError, type ScriptFetch, type ScriptPort } from './scripts/script-port.js'

/** All connections of flows to the outside of the process. */
export interface Ports {
  readonly egress: EgressPort
  /** Calls the providers whose addresses the operator may set, and nothing else. */
  readonly providers: EgressPort
  readonly scripts: ScriptPort
  readonly mail: MailPort
  readonly payments: PaymentPort
  readonly messaging: MessagingPort
  close(): Promise<void>
}

export type PortLimits = EgressLimits & MailLimits & InstanceScriptLimits

/** Settings of the operator for outgoing connections. */
export interface PortSettings {
  limits: PortLimits
  /** Our own addresses, which flows may not call. */
  publicUrl?: string
  chatUrl?: string
  /** Entries of `EGRESS_ALLOW`. */
  egressAllow: readonly string[]
  /** Addresses of providers, which may be internal. */
  stripeApiUrl: string
  /** Addresses of providers of channels, by the names of their settings. */
  channelAddresses: Readonly<Record<string, string>>
  serviceAddresses: Readonly<Record<string, string>>
  oauth: { addresses: Readonly<Record<string, string>> }
}

export interface PortsOptions {
  channels: readonly ChannelDefinition[]
  loopGuard: string
  log: (sentence: string) => void
  /** Called if work is rejected or delayed because of a limit. */
  limitReached: (name: keyof PortLimits) => void
}

/** Opens all ports; parts that are started on demand cost nothing here. `loopGuard` marks our own calls. */
export function openPorts(settings: PortSettings, options: PortsOptions): Ports {
  const own = [settings.publicUrl, settings.chatUrl].filter((url) => url !== undefined)
  const { loopGuard, log, limitReached, channels } = options
  const { limits } = settings
  const rules = { allow: settings.egressAllow, own }
  const egress = openEgress({ ...rules, loopGuard, limits, limitReached })
  const providers = openEgress({
    allow: [
      settings.stripeApiUrl,
      ...channels.flatMap((channel) => Object.values(addressesOf(channel, settings.channelAddresses))),
      ...Object.values(settings.serviceAddresses),
      ...Object.values(settings.oauth.addresses),
    ].map(allowEntry),
    limits,
    limitReached,
  })
  const scripts = openScripts({
    fetch: scriptFetch(egress, limits.responseBytes),
    limits: scriptLimitsOf(limits),
    log,
    limitReached,
  })
  return {
    egress,
    providers,
    scripts,
    mail: openMailPort({ checkAddress: openAddressCheck(rules), limits, limitReached }),
    payments: openStripe({ apiUrl: settings.stripeApiUrl, egress: providers }),
    messaging: openMessaging(settings.channelAddresses, providers),
    async close() {
      await Promise.all([egress.close(), providers.close(), scripts.close()])
    },
  }
}

/** Implements `fetch` for scripts: returns the text of the response, whatever its status. */
function scriptFetch(egress: EgressPort, maxBytes: number): ScriptFetch {
  return async (url, { method = 'GET', headers = {}, body, signal, guard }, owner) => {
    const request = { owner, url, method, headers: Object.entries(headers), body, maxBytes, ...(guard && { guard }) }
    const response = await egress.send(request, signal)
    switch (response.kind) {
      case 'response':
        return { text: decodeText(response.body, response.headers) }
      case 'timeout':
        throw new Error(`The request took longer than ${response.seconds} s`)
      case 'too-large':
        throw new Error(`The answer is larger than ${response.maxBytes} bytes`)
      default:
        throw new PrivateFetchError(response.reason)
    }
  }
}

/** An address that the operator chose may be internal. */
function allowEntry(address: string): string {
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
