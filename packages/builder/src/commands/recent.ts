import { keptInBrowser } from '../design/kept.js'
import { t } from '../i18n/i18n.js'
import type { Command } from './command.js'

const key = 'colloquy-recent-commands'
const max = 5

/** Records in this browser that a command was chosen. */
export function rememberCommand(id: string): void {
  const ids = [id, ...recentIds().filter((it) => it !== id)].slice(0, max)
  keptInBrowser.set(key, JSON.stringify(ids))
}

/** The most recently chosen commands that are available here, newest first, in a separate section. */
export function recentOf<T extends Command>(commands: readonly T[]): T[] {
  const byId = new Map(commands.map((command) => [command.id, command]))
  return recentIds().flatMap((id) => {
    const command = byId.get(id)
    return command ? [{ ...command, id: `recent ${id}`, section: t('Recent') }] : []
  })
}

function recentIds(): string[] {
  try {
    const ids: unknown = JSON.parse(keptInBrowser.get(key) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
