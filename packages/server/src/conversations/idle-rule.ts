import type { Session } from '@colloquy/engine'
import { idleRuleOf } from '@colloquy/flow'
import type { SessionRow } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** The rule that the settings of a bot have for a conversation in which nobody writes; undefined if nothing happens. */
export async function idleRule(
  { compiledFlows, storage }: Needs<'compiledFlows' | 'storage'>,
  { id }: Pick<SessionRow, 'id'>,
  { frames, channel }: Session,
): Promise<ReturnType<typeof idleRuleOf>> {
  const settings = (await compiledFlows.byId(frames.at(-1)?.programId ?? ''))?.settings
  if (!settings) return undefined
  const mayDiffer = channel === 'messaging' && (settings.channels !== undefined || settings.messaging !== undefined)
  const contact = mayDiffer ? await storage.messaging.ofSession(id) : undefined
  return idleRuleOf(settings, contact?.credentialsId)
}
