import { createHash } from 'node:crypto'
import type { Effect, EffectOutcome } from '@colloquy/engine'
import type { Delivery, NewDelivery } from '@colloquy/storage'
import { replacedCredentials } from '../environments/with-credentials.js'
import type { Vault } from '../vault/vault.js'

/** Effects that can be performed after their turn. */
export type Deliverable = Extract<Effect, { kind: 'http' | 'mail' | 'request' }>

/** A call of the webhook of a rule: its body and signature are made for each attempt. */
export interface NotificationCall {
  kind: 'notification'
  ruleId: string
  /** Of a bot that failed; a completed result is read when the call is made. */
  errors?: { message: string; count: number; resultId: string }[]
}

/** Position of a delivery in its conversation. */
interface DeliveryOrigin {
  workspaceId: string
  botId: string
  sessionId: string
  resultId: string
  turn: number
  /** Index among the deliveries of its turn. */
  index: number
}

/** True if the effect is queued to be performed after its turn. */
export function isQueued(effect: Effect, outcome: EffectOutcome): effect is Deliverable {
  if (effect.kind === 'http' && outcome.kind === 'http') return outcome.answer === 'queued'
  if (effect.kind === 'request' && outcome.kind === 'request') return outcome.answer === 'queued'
  return effect.kind === 'mail' && outcome.kind === 'mail' && outcome.isQueued === true
}

/**
 * Returns the row of an effect. Its payload is encrypted, since authors write secrets into headers. Credentials of the environment replace
 * those that the flow names.
 */
export function deliveryOf(
  { guarantee, ...effect }: Deliverable,
  origin: DeliveryOrigin,
  { vault, credentials, now }: { vault: Vault; credentials: Readonly<Record<string, string>> | undefined; now: number },
): NewDelivery {
  const { workspaceId, botId, resultId } = origin
  const id = idOf(origin)
  const stored = credentials ? replacedCredentials(effect, credentials) : effect
  return {
    id,
    botId,
    resultId,
    blockId: guarantee?.blockId ?? '',
    kind: guarantee?.blockType ?? effect.kind,
    payload: vault.sealText({ workspaceId, id, type }, JSON.stringify(stored)),
    dueAt: now,
    createdAt: now,
  }
}

/** Returns the row of a call of a webhook; its key identifies its contents. */
export function notificationDelivery(
  call: NotificationCall,
  {
    key,
    workspaceId,
    ...row
  }: Pick<NewDelivery, 'botId' | 'resultId' | 'dueAt'> & { key: string; workspaceId: string },
  vault: Vault,
): NewDelivery {
  const id = idFrom(key)
  const payload = vault.sealText({ workspaceId, id, type }, JSON.stringify(call))
  return { ...row, id, blockId: '', kind: 'Notification', payload, createdAt: row.dueAt }
}

/** Returns what to perform; undefined if the payload cannot be decrypted. */
export function effectOf(
  { workspaceId, id, payload }: Delivery,
  vault: Vault,
): Deliverable | NotificationCall | undefined {
  const text = vault.openText({ workspaceId, id, type }, payload)
  return text === undefined ? undefined : JSON.parse(text)
}

/**
 * Returns the same id if the turn is repeated. Receivers see it and must not learn the session id, which is enough to continue the chat.
 */
function idOf({ sessionId, turn, index }: DeliveryOrigin): string {
  return idFrom(`${sessionId} ${turn} ${index}`)
}

const idFrom = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 32)

const type = 'delivery'
