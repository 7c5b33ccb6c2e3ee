import { saveFile } from '../design/save-file.js'

/** Downloads a bot as a file that can be imported. */
export function saveBotFile(bot: object & { name: string }): void {
  const name = bot.name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'bot'
  saveFile(`${name}.json`, new Blob([JSON.stringify(bot, null, 2)], { type: 'application/json' }))
}
