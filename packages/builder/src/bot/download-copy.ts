import type { Editing } from '../document/editing.js'
import type { Bot } from '../service/bots.js'
import { saveBotFile } from '../service/save-bot-file.js'

/** Saves the bot as this page shows it, with edits that the service does not have, as a file to import. */
export function downloadCopy({ version }: Pick<Bot, 'version'>, { content }: Pick<Editing, 'content'>): void {
  const { name, icon, events, groups, edges, variables, theme, settings } = content
  const copy = { version, name, icon, events, groups, edges, variables, theme, settings }
  saveBotFile(copy)
}
