import { documentOf } from '@colloquy/blocks/testing'
import { type InstanceData, openStorageAt } from '@colloquy/server/testing/process'
import type { BotRow, Storage } from '@colloquy/storage'
import { askText, flowOf, largeFlow } from './hostile-flows.js'

/** Data that the hostile author has stored before the siege begins. */
export interface Seeds {
  /** A bot that links to all the others, which are large. */
  readonly linkingBotId: string
  /** Paths of the API whose deletion deletes very many results: of a bot, of all results of a bot, and of a workspace. */
  readonly deletions: readonly string[]
}

export interface SeedSize {
  /** Number of bots with large drafts, all shared with the guest. */
  readonly drafts: number
  /** Results of all that is deleted together. */
  readonly results: number
}

const draftBytes = 6_900_000
const linkingBotId = 'siege-draft-0'
const doomedWorkspaceId = 'siege-doomed'
/** Bots with results, and the paths that delete those. */
const doomed = {
  'siege-doomed-bot': { workspaceId: undefined, path: '/bots/siege-doomed-bot' },
  'siege-emptied-bot': { workspaceId: undefined, path: '/bots/siege-emptied-bot/results' },
  'siege-other-bot': { workspaceId: doomedWorkspaceId, path: `/workspaces/${doomedWorkspaceId}` },
} as const

interface Author {
  authorId: string
  guestId: string
  workspaceId: string
}

/** Stores large drafts and results for an author directly, which would take hours over the API. */
export async function plantSeeds(data: InstanceData, author: Author, { drafts, results }: SeedSize): Promise<Seeds> {
  const storage = await openStorageAt(data.storage)
  try {
    const { workspaceId, authorId } = author
    const workspace = await storage.workspaces.get(workspaceId)
    if (!workspace) throw new Error(`The author has no workspace ${workspaceId}.`)
    await storage.workspaces.create({ ...workspace, id: doomedWorkspaceId, name: 'Doomed' }, authorId)
    await storage.workspaces.setRole(workspaceId, author.guestId, 'GUEST')
    await plantDrafts(storage, workspaceId, drafts)
    for (const [id, bot] of Object.entries(doomed))
      await storage.bots.create(botOf(id, bot.workspaceId ?? workspaceId, documentOf(flowOf(askText))))
  } finally {
    await storage.close()
  }
  const at = Date.now()
  await data.change(
    `INSERT INTO collaborators (bot_id, user_id, type, created_at, updated_at)
       SELECT id, '${author.guestId}', 'READ', ${at}, ${at} FROM bots WHERE id LIKE 'siege-draft-%'`,
  )
  const bots = Object.entries(doomed)
  for (const [id, bot] of bots)
    await data.change(resultsOf(id, bot.workspaceId ?? author.workspaceId, Math.floor(results / bots.length), at))
  return { linkingBotId, deletions: bots.map(([, { path }]) => path) }
}

async function plantDrafts(storage: Storage, workspaceId: string, drafts: number): Promise<void> {
  const links = Array.from({ length: drafts }, (_, index) => ({
    id: `link${index}`,
    type: 'Bot link',
    options: { botId: `siege-draft-${index + 1}`, mergeResults: true },
  }))
  const large = documentOf(largeFlow(draftBytes))
  await storage.bots.create(botOf(linkingBotId, workspaceId, documentOf(flowOf(askText, ...links))))
  for (let number = 1; number <= drafts; number++)
    await storage.bots.create(botOf(`siege-draft-${number}`, workspaceId, large))
}

type Document = ReturnType<typeof documentOf>

function botOf(id: string, workspaceId: string, { theme, settings, ...flow }: Document): BotRow {
  const none = { icon: null, folderId: null, selectedThemeTemplateId: null, resultsTablePreferences: null }
  const nowhere = { publicId: null, customDomain: null, publishedReleaseId: null, environment: null }
  const usual = { isDeleted: false, archivedAt: null, isClosed: false, channels: '[]', riskLevel: null }
  const texts = { flow: JSON.stringify(flow), theme: JSON.stringify(theme), settings: JSON.stringify(settings) }
  const at = Date.now()
  return {
    id,
    workspaceId,
    name: id,
    ...texts,
    ...none,
    ...nowhere,
    ...usual,
    createdAt: at,
    updatedAt: at,
    revision: 0,
  }
}

/** Statements that store results with their sessions, each with two answers and two turns. */
function resultsOf(botId: string, workspaceId: string, count: number, at: number): string {
  const numbers = (maximum: number) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${maximum})`
  const pairs = `${numbers(count)}, pairs (p) AS (SELECT 1 UNION ALL SELECT 2)`
  const [result, session] = [`'${botId}-r' || n`, `'${botId}-s' || n`]
  return [
    `INSERT INTO results (id, workspace_id, bot_id, created_at, updated_at, has_started, is_completed, is_deleted,
       last_chat_session_id, variables)
       ${numbers(count)} SELECT ${result}, '${workspaceId}', '${botId}', ${at} - n, ${at} - n, 1, 0, 0, ${session}, '[]' FROM numbers`,
    `INSERT INTO answers (result_id, number, workspace_id, block_id, group_id, content, storage_used, created_at)
       ${pairs} SELECT ${result}, p, '${workspaceId}', 'ask', 'first', 'An answer', 0, ${at} - n FROM numbers, pairs`,
    `INSERT INTO sessions (id, workspace_id, bot_id, result_id, version, created_at, updated_at, expires_at, state)
       ${numbers(count)} SELECT ${session}, '${workspaceId}', '${botId}', ${result}, 1, ${at} - n, ${at} - n,
         ${at} + 100000000 + n, '{}' FROM numbers`,
    `INSERT INTO turns (session_id, number, workspace_id, request_hash, status, created_at, request, answer)
       ${pairs} SELECT ${session}, p, '${workspaceId}', 'hash', 200, ${at} - n, '{"message":"Hello"}', '{"messages":[]}'
         FROM numbers, pairs`,
  ].join(';\n')
}
