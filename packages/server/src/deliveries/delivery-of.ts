import { createHash } from 'node:crypto'
import type { Effect, EffectOutcome } from '@colloquy/engine'
import type { Delivery, NewDelivery } from '@colloquy/storage'
import { replacedCredentials } from '../environments/with-credentials.js'
import type { Vault } from '../vault/vault.js'

/** Effects that can be performed after their turn. */
export type Deliverable = Extract<Effect, { kind: 'http' | 'mail' | 'request' }>

/** Where in its conversation a delivery was left. */
interface DeliveryPlace {
  workspaceId: string
  botId: string
  sessionId: string
  resultId: string
  turn: number
  /** Number among the deliveries of its turn. */
  index: number
}

/** Whether the effect is left to be performed after its turn. */
export function isQueued(effect: Effect, outcome: EffectOutcome): effect is Deliverable {
  if (effect.kind === 'http' && outcome.kind === 'http') return outcome.answer === 'queued'
  if (effect.kind === 'request' && outcome.kind === 'request') return outcome.answer === 'queued'
  return effect.kind === 'mail' && outcome.kind === 'mail' && outcome.isQueued === true
}

/** The row of an effect, sealed: authors write secrets into headers. Credentials of its environment stand in place of those that the flow names. */
export function deliveryOf(
  { guarantee, ...effect }: Deliverable,
  place: DeliveryPlace,
  { vault, credentials, now }: { vault: Vault; credentials: Readonly<Record<string, string>> | undefined; now: number },
): NewDelivery {
  const { workspaceId, botId, resultId } = place
  const id = idOf(place)
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

/** What to perform; undefined when it does not open. */
export function effectOf({ workspaceId, id, payload }: Delivery, vault: Vault): Deliverable | undefined {
  const text = vault.openText({ workspaceId, id, type }, payload)
  return text === undefined ? undefined : JSON.parse(text)
}

/** The same whenever the turn is taken again. Receivers see it, and must not learn the id of the session, with which anybody can go on with the chat. */
function idOf({ sessionId, turn, index }: DeliveryPlace): string {
  return createHash('sha256').update(`${sessionId} ${turn} ${index}`).digest('base64url').slice(0, 32)
}

const type = 'delivery'
