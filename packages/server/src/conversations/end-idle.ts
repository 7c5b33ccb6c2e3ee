import type { Session } from '@colloquy/engine'
import type { Hold, SessionRow } from '@colloquy/storage'
import type { Service } from '../service.js'
import { close, giveBack } from './change-holder.js'
import { continueFrom } from './hand-back-at.js'
import { idleRule } from './idle-rule.js'

const why = 'idle'

/**
 * Gives a conversation that somebody has taken back to its bot, or closes it, once nobody has written for as long as the settings say. Returns when
 * to look again, or null for never; undefined: it is done.
 */
export async function endIdle(service: Service, row: SessionRow, hold: Hold): Promise<number | null | undefined> {
  const session = JSON.parse(row.state) as Session
  const rule = await idleRule(service, row, session)
  if (!rule) return null
  const conversation = await service.storage.conversations.get(row.workspaceId, row.id)
  const at = Math.max(hold.since, conversation?.lastAt ?? 0) + rule.after
  const dueAt = conversation?.state === 'snoozed' ? Math.max(at, conversation.snoozedUntil ?? 0) : at
  if (dueAt > service.now()) return dueAt
  const from = { why, publicUrl: service.config.publicUrl ?? '' }
  const say = rule.text.trim() === '' ? undefined : { say: rule.text }
  if (rule.action === 'close') {
    if (say) await continueFrom(service, row, { ...from, handBack: { ...say, ends: true }, state: 'resolved' })
    else await close(service, row.id, { why })
  } else if (session.person) await continueFrom(service, row, { ...from, handBack: { ...say, exit: 'returned' } })
  else if (say && session.currentBlockId !== undefined) await continueFrom(service, row, { ...from, handBack: say })
  else await giveBack(service, row.id, { why })
  return undefined
}
