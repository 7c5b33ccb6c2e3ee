import { t } from '../i18n/i18n.js'
import { api } from './api.js'
import type { Bot, Warnings } from './bots.js'
import { textOfFile } from './text-of-file.js'

/** Creates a bot from a file, in the open folder. Returns it with warnings about anything that the service changed during the import. */
export async function importFile(
  workspaceId: string,
  folderId: string | undefined,
  file: File,
): Promise<{ bot: Bot; warnings: Warnings }> {
  const given = readBot(await textOfFile(file), file.name)
  const bot = { ...given, folderId: folderId ?? null }
  const response = await api.importBot({ workspaceId, bot, enableSafetyFlags: true })
  return { bot: response.bot, warnings: response.warnings }
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
