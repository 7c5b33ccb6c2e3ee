import { saveFile } from '../design/save-file.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from './api.js'
import { textOfFile } from './text-of-file.js'

export type Bot = Answer<'getBot'>['bot']
export type BotRow = Answer<'listBots'>['bots'][number]
export type Warnings = NonNullable<Answer<'importBot'>['warnings']>

/** Creates a bot from a file, in the open folder. Returns it with warnings about anything that the service changed during the import. */
export async function importFile(
  workspaceId: string,
  folderId: string | undefined,
  file: File,
): Promise<{ bot: Bot; warnings: Warnings }> {
  const given = readBot(await textOfFile(file), file.name)
  const bot = { ...given, folderId: folderId ?? null }
  const answer = await api.importBot({ workspaceId, bot, enableSafetyFlags: true })
  return { bot: answer.bot, warnings: answer.warnings ?? [] }
}

/** Exports a bot as a file download. */
export async function exportBot(botId: string): Promise<void> {
  const { bot, currentUserMode } = await api.getBot({ botId })
  // Tests contain responses of other services, so users who may only view the bot get a file without them.
  const { tests } = currentUserMode === 'write' ? await api.listTests({ botId }) : { tests: [] }
  saveBotFile({ ...bot, ...(tests.length > 0 && { tests: tests.map(({ test }) => test) }) })
}

/** Downloads a bot as a file that can be imported. */
export function saveBotFile(bot: object & { name: string }): void {
  const name = bot.name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'bot'
  saveFile(`${name}.json`, new Blob([JSON.stringify(bot, null, 2)], { type: 'application/json' }))
}

function readBot(text: string, name: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(t('"{name}" is not a JSON file. Choose a file exported from a bot.', { name }))
  }
  if (typeof value === 'object' && value !== null && 'groups' in value) return value
  throw new Error(t('"{name}" does not contain a bot. Choose a file exported from a bot.', { name }))
}
