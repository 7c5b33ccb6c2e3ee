import { Table } from '../table.js'
import type { Notice } from './notifications.js'

export const notices = new Table<Notice>(
  'notices',
  { id: 'text', botId: 'text', resultId: 'text', event: 'text', cause: 'text', createdAt: 'integer' },
  { workspaceId: 'text' },
)
