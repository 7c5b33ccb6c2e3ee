import { type CompiledFlow, compile, type FlowSource as ParsedSource } from '@colloquy/engine'
import type { BotRow, Release } from '@colloquy/storage'
import { flowOf, settingsOf, themeOf } from '../stored-bots/flow-of.js'

/** A stored release or draft, with the id of its compiled flow. */
export interface FlowSource extends Pick<Release, 'workspaceId' | 'flow' | 'theme' | 'settings'> {
  id: string
  botId: string
  releasedAt?: number
}

export function releaseSource({ id, botId, workspaceId, flow, theme, settings, createdAt }: Release): FlowSource {
  return { id, botId, workspaceId, flow, theme, settings, releasedAt: createdAt }
}

/** The id of the compiled flow of a draft. It stays the same, so that running previews follow their author. */
export const draftId = (botId: string): string => `draft-${botId}`

/** Returns the source of a draft. */
export function draftSource({ id, workspaceId, flow, theme, settings }: BotRow): FlowSource {
  return { id: draftId(id), botId: id, workspaceId, flow, theme, settings }
}

export function parsedSource({ flow, theme, settings, ...named }: FlowSource): ParsedSource {
  return {
    ...flowOf({ flow }),
    ...named,
    theme: themeOf({ theme }),
    settings: settingsOf({ settings }),
  }
}

export function compileStored(source: FlowSource): CompiledFlow {
  return compile(parsedSource(source))
}
