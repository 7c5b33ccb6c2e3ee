import type { Endpoints } from '@colloquy/api'
import type { BotRow } from '@colloquy/storage'
import type * as z from 'zod'
import { isReadable } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { nextRound } from '../process/next-round.js'
import type { Needs } from '../service.js'

type BotCard = z.input<Endpoints['listBotCards']['response']>['cards'][number]

export const botCardHandlers: Handlers<'listBotCards'> = {
  async listBotCards(service, { caller, query, workspace }) {
    const cards: BotCard[] = []
    for (const botId of new Set(query.botIds)) {
      await nextRound()
      const card = await service.draftReads.run(workspace.id, async () => {
        const bot = await shownBot(service, caller, workspace.id, botId)
        return bot && cardOf(service, bot)
      })
      if (card) cards.push(card)
    }
    return { cards }
  },
}

async function shownBot({ storage }: Needs<'storage'>, caller: Caller, workspaceId: string, botId: string) {
  const bot = await storage.bots.find(botId)
  return bot?.workspaceId === workspaceId && (await isReadable(storage, caller, bot)) ? bot : undefined
}

async function cardOf({ storage, flows }: Needs<'storage' | 'flows'>, bot: BotRow): Promise<BotCard> {
  const { id: botId, publicId, workspaceId, flow, theme } = bot
  const [{ starts }, drawn] = await Promise.all([
    storage.analytics.totals({ workspaceId, botId }),
    flows.run(workspaceId, 'drawCard', { flow, theme }, flow.length + theme.length),
  ])
  return { botId, publicId, updatedAt: timestamp(bot.updatedAt), responses: Number(starts), ...drawn }
}
