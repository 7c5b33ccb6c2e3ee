import { integrationTypes } from '@colloquy/flow/integrations'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'

export const integrationEndpoints = {
  listIntegrationItems: {
    id: 'listIntegrationItems',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/integrations/{type}/items',
    summary: 'List what the service of an integration offers for an option, such as its voices or tables',
    auth: 'write',
    params: z.object({ workspaceId: z.string(), type: z.enum(integrationTypes) }),
    body: z.object({
      list: z.string().max(100).meta({ description: 'Name of the list, as the definition of the integration has it' }),
      credentialsId: z.string().optional(),
      options: z.looseObject({}).optional().meta({ description: 'Options of the block that the list depends on' }),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: z.object({
      items: z.array(z.object({ label: z.string(), value: z.string() })),
      problem: z.string().optional().meta({ description: 'Why the list is empty; any value may still be entered' }),
    }),
    errors: ['workspace_not_found'],
  },
} as const satisfies Record<string, Endpoint>
