import type { ReplayReport } from '@colloquy/prove'
import type { BotRow, ListedConversation, Position } from '@colloquy/storage'
import { draftSource } from '../caches/compile-stored.js'
import type { Service } from '../service.js'

export interface ReplayOfBot {
  /** Start times of the results, in milliseconds since 1970: [from, to). */
  range: { from?: number; to?: number }
  /** Only conversations that were held with this release. */
  releaseId?: string | undefined
  /** End of the previous page. */
  before?: Position | undefined
  limit: number
  /** Identifies the content of the bot. */
  key: string
}

/** Replays the latest conversations of a bot on its content, newest first. `next`: start of the following page. */
export async function replayBot(
  { storage, replays }: Pick<Service, 'storage' | 'replays'>,
  bot: BotRow,
  { range, releaseId, before, limit, key }: ReplayOfBot,
): Promise<{ report: ReplayReport; next: Position | undefined }> {
  let next = before
  const read = (from: Position | undefined, left: number) =>
    storage.recordings.list(bot.workspaceId, bot.id, {
      ...range,
      ...(from && { before: from }),
      limit: Math.min(left, conversationsAtOnce),
    })
  // Lists the next page while this one is being replayed.
  async function* pages(): AsyncGenerator<readonly ListedConversation[]> {
    let left = limit
    let reading: ReturnType<typeof read> | undefined = read(before, left)
    while (reading) {
      const page: Awaited<typeof reading> = await reading
      left -= page.conversations.length
      next = page.next
      reading = next && left > 0 ? read(next, left) : undefined
      // An error is handled when this page's turn comes; if that never happens, it is ignored.
      reading?.catch(() => {})
      yield releaseId === undefined
        ? page.conversations
        : page.conversations.filter(({ session }) => session?.releaseId === releaseId)
    }
  }
  const request = { workspaceId: bot.workspaceId, draftKey: key, draft: draftSource(bot) }
  const report = await replays.report(request, pages())
  return { report, next }
}

const conversationsAtOnce = 500
