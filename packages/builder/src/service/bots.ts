import { type Answer, api } from './api.js'
import { saveBotFile } from './save-bot-file.js'

export type Bot = Answer<'getBot'>['bot']
export type BotRow = Answer<'listBots'>['bots'][number]
export type Warnings = Answer<'importBot'>['warnings']

/** Exports a bot as a file download. */
export async function exportBot(botId: string): Promise<void> {
  const { bot, permissions } = await api.getBot({ botId })
  // Tests contain responses of other services, so users who may only view the bot get a file without them.
  const { tests } = permissions.includes('bot.edit') ? await api.listTests({ botId }) : { tests: [] }
  saveBotFile({ ...bot, ...(tests.length > 0 && { tests: tests.map(({ test }) => test) }) })
}
