import { blockRegistry } from '@colloquy/blocks'
import { type CompiledFlow, compile, defaultBudgets } from '@colloquy/engine'
import { importBot } from '@colloquy/flow'
import type { RecordedConversation } from '../conversation.js'
import type { ReplayWorld } from '../visitor.js'

/** A flow as a version stored it, and conversations that visitors held with it there. */
export interface ReleasedFlow {
  bot: object
  conversations: RecordedConversation[]
}

/** One folder for each released version, with one file for each flow. Files are never changed, except for what a version breaks on purpose. */
export const releasedFolder = new URL('../released/', import.meta.url)

export const releasedWorld: ReplayWorld = { blocks: blockRegistry, budgets: defaultBudgets, linked: new Map() }

/** Reads a bot as the service reads a file, and compiles it. */
export function compileReleased(bot: object, name: string): CompiledFlow {
  const read = importBot(bot, { newId: () => 'new', credentialsIds: 'any' })
  if (!read.ok) throw new Error(`The bot "${name}" cannot be read: ${JSON.stringify(read.issues)}`)
  return compile({ ...read.bot, id: name, botId: `bot-${name}`, workspaceId: 'workspace' })
}
