import type { Endpoint } from '@colloquy/api'
import { newId } from '../ids.js'
import { askingBot, type TestService } from './test-service.js'

/** Ids by the names that paths, queries and bodies have for them. */
export type Ids = {
  workspaceId: string
  botId: string
  publicId: string
  sessionId: string
  resultId: string
  tokenId: string
}

/** Ids that nothing has. */
export const absentIds: Ids = {
  workspaceId: newId(),
  botId: newId(),
  publicId: newId(),
  sessionId: newId(),
  resultId: newId(),
  tokenId: newId(),
}

/** A workspace of a new user who does not look after the instance, with a published bot, a chat under way and a spare token. */
export async function populatedWorkspace(service: TestService): Promise<{ ids: Ids; admin: string; adminId: string }> {
  const admin = await service.addToken()
  const as = { authorization: `Bearer ${admin.value}` }
  const { workspace } = (await service.call('POST', '/api/v1/workspaces', { name: 'Populated' }, as)).body
  const publicId = `populated-${newId()}`
  const made = await service.call('POST', '/api/v1/bots', { workspaceId: workspace.id, bot: askingBot(publicId) }, as)
  const botId = made.body.bot.id as string
  await service.call('POST', `/api/v1/bots/${botId}/publish`, undefined, as)
  const { sessionId, resultId } = (await service.call('POST', `/api/v1/bots/${publicId}/startChat`)).body
  await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' })
  const spare = await service.addToken({ userId: admin.userId })
  const ids = { workspaceId: workspace.id, botId, publicId, sessionId, resultId, tokenId: spare.id }
  return { ids, admin: admin.value, adminId: admin.userId }
}

/** The path of an operation with its parameters filled in. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, ids: Partial<Ids>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name] ?? 'absent')
}
