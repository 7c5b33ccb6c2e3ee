import type { ReplayReport } from '@colloquy/prove'
import type { BotRow, ListedConversation, Position } from '@colloquy/storage'
import type { Service } from '../service.js'
import { draftSource } from '../turns/compile-stored.js'

export interface ReplayOfBot {
  /** Of the results, in milliseconds since 1970: [from, to). */
  range: { from?: number; to?: number }
  /** Where the page before ended. */
  before?: Position | undefined
  limit: number
  /** Names the content of the bot. */
  key: string
}

/** Replays the latest conversations of a bot on its content, newest first. `next`: where the following page begins. */
export async function replayBot(
  { storage, replays }: Pick<Service, 'storage' | 'replays'>,
  bot: BotRow,
  { range, before, limit, key }: ReplayOfBot,
): Promise<{ report: ReplayReport; next: Position | undefined }> {
  let next = before
  const read = (from: Position | undefined, left: number) =>
    storage.recordings.list(bot.workspaceId, bot.id, {
      ...range,
      ...(from && { before: from }),
      limit: Math.min(left, conversationsAtOnce),
    })
  // The next ones are listed while these are replayed.
  async function* pages(): AsyncGenerator<readonly ListedConversation[]> {
    let left = limit
    let reading: ReturnType<typeof read> | undefined = read(before, left)
    while (reading) {
      const page: Awaited<typeof reading> = await reading
      left -= page.conversations.length
      next = page.next
      reading = next && left > 0 ? read(next, left) : undefined
      // Its rejection is met when its turn comes, or by nobody.
      reading?.catch(() => {})
      yield page.conversations
    }
  }
  const request = { workspaceId: bot.workspaceId, draftKey: key, draft: draftSource(bot) }
  const report = await replays.report(request, pages())
  return { report, next }
}

const conversationsAtOnce = 500
