import type { Settings } from '@colloquy/flow'
import type { Needs } from '../service.js'
import { botsOfNumber } from './bots-of-number.js'

type Kind = NonNullable<NonNullable<Settings['messaging']>['webhookForwardingEventTypes']>[number]

const usualKinds: readonly Kind[] = ['errorStatuses', 'marketingStatuses']

/** Addresses to which the authors of bots forward the provider's webhook calls, with the kinds of events requested for each. */
export async function forwardsOf(
  service: Needs<'storage' | 'compiledFlows'>,
  credentials: { workspaceId: string; credentialsId: string },
): Promise<ReadonlyMap<string, ReadonlySet<Kind>>> {
  const wanted = new Map<string, Set<Kind>>()
  for await (const { messaging } of botsOfNumber(service, credentials)) {
    const { errorAndMarketingStatusWebhookForwardUrl: url, ...settings } = messaging
    if (!url || settings.isWebhookForwardingEnabled === false) continue
    const kinds = wanted.get(url) ?? new Set()
    for (const kind of settings.webhookForwardingEventTypes ?? usualKinds) kinds.add(kind)
    wanted.set(url, kinds)
  }
  return wanted
}

/** Forwards a webhook call to each address once. Calls `tell` with the reason for each address that does not accept it. */
export async function forwardCall(
  service: Needs<'ports'>,
  workspaceId: string,
  wanted: ReadonlyMap<string, ReadonlySet<Kind>>,
  payload: unknown,
  report: (problem: string) => void,
): Promise<void> {
  const calls = [...wanted].flatMap(([url, kinds]) => {
    const body = forwardedPayload(payload, kinds)
    return body === undefined ? [] : forward(service, workspaceId, url, body)
  })
  for (const problem of await Promise.all(calls)) if (problem !== undefined) report(problem)
}

/** Returns the part of a webhook call that has these kinds; undefined when nothing does. */
export function forwardedPayload(payload: unknown, kinds: ReadonlySet<Kind>): unknown {
  if (kinds.has('all')) return payload
  const entries = listIn(payload, 'entry').flatMap((entry) => {
    const changes = listIn(entry, 'changes').flatMap((change) => {
      const { value } = change as { value?: object }
      const statuses = listIn(value, 'statuses').filter((status) => [...kinds].some((kind) => isOf(kind, status)))
      return statuses.length > 0 ? [{ ...(change as object), value: withStatuses(value, statuses) }] : []
    })
    return changes.length > 0 ? [{ ...(entry as object), changes }] : []
  })
  return entries.length > 0 ? { ...(payload as object), entry: entries } : undefined
}

/** Messages and their senders are never forwarded. */
function withStatuses(value: object | undefined, statuses: readonly unknown[]): object {
  const { messages: _, contacts: __, ...rest } = value as Record<string, unknown>
  return { ...rest, statuses }
}

function isOf(kind: Kind, status: unknown): boolean {
  const { status: state, errors, conversation } = (status ?? {}) as Record<string, unknown>
  if (kind === 'errorStatuses') return state === 'failed' || (Array.isArray(errors) && errors.length > 0)
  const origin = (conversation as { origin?: { type?: unknown } } | undefined)?.origin?.type
  return kind === 'marketingStatuses' && (origin === 'marketing' || origin === 'marketing_lite')
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : []
}

async function forward(
  service: Needs<'ports'>,
  workspaceId: string,
  url: string,
  body: unknown,
): Promise<string | undefined> {
  const answer = await service.ports.egress.send({
    owner: { workspaceId },
    url,
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
  if (answer.kind === 'response') return answer.status < 400 ? undefined : `it was answered with ${answer.status}`
  return answer.kind === 'refused' || answer.kind === 'failed' ? answer.reason : answer.kind
}
