import type { Settings } from '@colloquy/flow'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { Needs } from '../service.js'
import { botsOfAccount } from './bots-of-account.js'

type Kind = NonNullable<NonNullable<Settings['messaging']>['webhookForwardingEventTypes']>[number]

const usualKinds: readonly Kind[] = ['errorStatuses', 'marketingStatuses']

/** Addresses to which the authors of bots forward the provider's webhook calls, with the kinds of events requested for each. */
export async function forwardsOf(
  service: Needs<'storage' | 'compiledFlows'>,
  credentials: { workspaceId: string; credentialsId: string },
): Promise<ReadonlyMap<string, ReadonlySet<Kind>>> {
  const wanted = new Map<string, Set<Kind>>()
  for await (const {
    settings: { messaging = {} },
  } of botsOfAccount(service, credentials)) {
    const { errorAndMarketingStatusWebhookForwardUrl: url, ...settings } = messaging
    if (!url || settings.isWebhookForwardingEnabled === false) continue
    const kinds = wanted.get(url) ?? new Set()
    for (const kind of settings.webhookForwardingEventTypes ?? usualKinds) kinds.add(kind)
    wanted.set(url, kinds)
  }
  return wanted
}

/** Forwards a webhook call to each address once. Calls `report` with the reason for each address that does not accept it. */
export async function forwardCall(
  service: Needs<'ports'>,
  { channel, workspaceId }: Pick<ChannelAccount, 'channel' | 'workspaceId'>,
  wanted: ReadonlyMap<string, ReadonlySet<Kind>>,
  payload: unknown,
  report: (problem: string) => void,
): Promise<void> {
  const calls = [...wanted].flatMap(([url, kinds]) => {
    const body = channel.forward?.(payload, kinds)
    return body === undefined ? [] : forward(service, workspaceId, url, body)
  })
  for (const problem of await Promise.all(calls)) if (problem !== undefined) report(problem)
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
