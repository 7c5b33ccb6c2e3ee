import type { LimitName } from '../limits/limits.js'
import { nextRound } from '../process/next-round.js'
import type { Needs } from '../service.js'

/**
 * Reads linked bots in separate rounds of the event loop, because each can have megabytes, up to the limits of their number and bytes. `read` resolves to undefined for a bot that does not
 * count; the first one that exceeds the bytes ends the list.
 */
export async function linkedWithin<Linked extends { readonly flow: string }>(
  { config: { limits }, metrics }: Needs<'config' | 'metrics'>,
  ids: Iterable<string>,
  read: (id: string) => Promise<Linked | undefined>,
): Promise<Linked[]> {
  const linked: Linked[] = []
  let bytes = 0
  const full = (name: LimitName) => {
    metrics.limitReached(name)
    return linked
  }
  for (const id of ids) {
    if (linked.length === limits.linkedBots) return full('linkedBots')
    await nextRound()
    const one = await read(id)
    if (!one) continue
    bytes += one.flow.length
    if (bytes > limits.linkedBotBytes) return full('linkedBotBytes')
    linked.push(one)
  }
  return linked
}
