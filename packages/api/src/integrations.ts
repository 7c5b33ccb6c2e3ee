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
  listServerTools: {
    id: 'listServerTools',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/server-tools',
    summary: 'List the tools of an MCP server, as an agent can pick them',
    auth: 'write',
    params: z.object({ workspaceId: z.string() }),
    body: z.object({ credentialsId: z.string().meta({ description: 'Credentials of the type `mcp`' }) }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: z.object({
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string().optional(),
          schema: z.looseObject({}).meta({ description: 'JSON Schema' }),
          hash: z.string().meta({ description: 'Of name, description and schema: a changed tool is not called' }),
          isReadOnly: z.boolean().optional(),
        }),
      ),
      problem: z.string().optional(),
    }),
    errors: ['workspace_not_found'],
  },
} as const satisfies Record<string, Endpoint>
