import { Table } from '../table.js'
import type { NewDelivery } from './deliveries.js'

export const newDeliveries = new Table<NewDelivery>(
  'deliveries',
  {
    id: 'text',
    botId: 'text',
    resultId: 'text',
    blockId: 'text',
    kind: 'text',
    payload: 'text',
    dueAt: 'integer',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)
