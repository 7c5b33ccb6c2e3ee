import type { AwayPerson } from '@colloquy/storage'
import type { Service } from '../service.js'
import { hold } from './change-holder.js'
import { ifRunning, offerToTeam } from './offer-to-team.js'

const conversationsAtOnce = 50

/** Puts the open conversations of a person who is away back into the queue. */
export async function putBack(service: Service, { workspaceId, userId }: AwayPerson): Promise<void> {
  const filter = { state: 'open', assigneeId: userId } as const
  let before: { at: number; sessionId: string } | undefined
  for (;;) {
    const page = { before, limit: conversationsAtOnce }
    const found = await service.storage.conversations.listInbox(workspaceId, filter, page)
    for (const { sessionId } of found) await putOneBack(service, sessionId, userId)
    const last = found.at(-1)
    if (!last || found.length < conversationsAtOnce) return
    before = { at: last.lastAt, sessionId: last.sessionId }
  }
}

async function putOneBack(service: Service, sessionId: string, userId: string): Promise<void> {
  await ifRunning(async () => {
    await hold(service, sessionId, { by: 'queue', why: 'away' }, { from: userId })
    await offerToTeam(service, sessionId, userId)
  })
}
