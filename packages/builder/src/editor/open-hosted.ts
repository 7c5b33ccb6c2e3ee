import { api } from '../service/api.js'

/** Opens the page on which visitors chat with a bot in a new tab. */
export async function openHosted(botId: string): Promise<void> {
  const { bot } = await api.getBot({ botId })
  if (bot.publicId) window.open(`/c/${bot.publicId}`, '_blank', 'noopener')
}
