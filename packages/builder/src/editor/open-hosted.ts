import { request } from '../service/request.js'

/** Opens the page on which visitors chat with a bot in a new tab. */
export async function openHosted(botId: string): Promise<void> {
  const { bot } = await request<'getBot'>('GET', `bots/${botId}`)
  if (bot.publicId) window.open(`/c/${bot.publicId}`, '_blank', 'noopener')
}
