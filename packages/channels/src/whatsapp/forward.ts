import { field, isObject, list } from '../fields.js'

/** Returns the part of a webhook call that has these kinds of events; undefined when nothing does. */
export function forward(payload: unknown, kinds: ReadonlySet<string>): unknown {
  if (kinds.has('all')) return payload
  const entries = objectsIn(payload, 'entry').flatMap((entry) => {
    const changes = objectsIn(entry, 'changes').flatMap((change) => {
      const { value } = change
      const statuses = objectsIn(value, 'statuses').filter((status) => [...kinds].some((kind) => isOf(kind, status)))
      return statuses.length > 0 ? [{ ...change, value: withStatuses(value, statuses) }] : []
    })
    return changes.length > 0 ? [{ ...entry, changes }] : []
  })
  return entries.length > 0 ? { ...(payload as object), entry: entries } : undefined
}

/** Messages and their senders are never forwarded. */
function withStatuses(value: unknown, statuses: readonly unknown[]): object {
  const { messages: _, contacts: __, ...rest } = value as Record<string, unknown>
  return { ...rest, statuses }
}

function isOf(kind: string, { status, errors, conversation }: Record<string, unknown>): boolean {
  if (kind === 'errorStatuses') return status === 'failed' || list(errors).length > 0
  const origin = field(field(conversation, 'origin'), 'type')
  return kind === 'marketingStatuses' && (origin === 'marketing' || origin === 'marketing_lite')
}

const objectsIn = (value: unknown, name: string): Record<string, unknown>[] => list(field(value, name)).filter(isObject)
