import { newestSchema } from '../migrations.js'
import type { markRemoved } from '../removal-marks.js'
import { fillingOf, tablesOfSchema } from './fill-tables.js'

/** SQL that fills every table of the newest schema with rows of one bot, workspace, user and knowledge base. */
export function fillingOfAll(rows: number): string[] {
  return [...tablesOfSchema(newestSchema)]
    .filter(([name]) => !/^(migrations|removals|settings|knowledge_words.*)$/.test(name))
    .map(([name, columns]) => fillingOf(name, columns, rows))
}

/** The owners whose removal is measured. */
export const measuredRemovals = {
  results: { kind: 'results', id: 'b1', workspaceId: 'w1', until: Number.MAX_SAFE_INTEGER },
  bots: { kind: 'bots', id: 'b1', workspaceId: 'w1', isWhole: true },
  contents: { kind: 'contents', id: 'b1', workspaceId: 'w1' },
  workspaces: { kind: 'workspaces', id: 'w1', workspaceId: 'w1', isWhole: true },
  knowledge_bases: { kind: 'knowledge_bases', id: 'k1', workspaceId: 'w1', isWhole: true },
  credentials: { kind: 'credentials', id: 'c1', workspaceId: 'w1' },
  contacts: { kind: 'contacts', id: 'p1', workspaceId: 'w1' },
  contact_attributes: { kind: 'contact_attributes', id: 'a1', workspaceId: 'w1' },
  users: { kind: 'users', id: 'u1', workspaceId: '', isWhole: true },
} satisfies Record<Parameters<typeof markRemoved>[0]['kind'], Parameters<typeof markRemoved>[0]>
