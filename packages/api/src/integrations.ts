import { logSchema } from '@colloquy/chat'
import { variableValueSchema } from '@colloquy/flow'
import { exitKinds } from '@colloquy/flow/blocks'
import { integrationTypes } from '@colloquy/flow/integrations'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { currencySchema } from './model-spending.js'

export const integrationEndpoints = {
  listIntegrationItems: {
    id: 'listIntegrationItems',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/integrations/{type}/items',
    summary: 'List what the service of an integration offers for an option, such as its voices or tables',
    auth: 'write',
    needs: 'integrations.use',
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
    needs: 'integrations.use',
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
  tryBlock: {
    id: 'tryBlock',
    method: 'POST',
    path: '/api/v1/bots/{botId}/blocks/{blockId}/try',
    summary: 'Run one block of a draft that calls a service or a model, once and for real, and return what it did',
    auth: 'write',
    needs: 'bot.edit',
    params: z.object({ botId: z.string(), blockId: z.string() }),
    body: z.object({
      variables: z
        .record(z.string(), variableValueSchema)
        .optional()
        .meta({ description: 'The values that variables have, by their ids' }),
      reply: z.string().max(10_000).optional().meta({ description: 'Reply of the visitor, if the block asks for one' }),
    }),
    isReadOnly: true,
    bodyLimit: 'chat',
    response: z.object({
      calls: z.array(
        z.object({
          to: z.string().meta({ description: 'Model, service, address or tool' }),
          sent: z.string().meta({ description: 'Request, truncated and without secrets' }),
          answered: z.string().meta({ description: 'Response, truncated and without secrets' }),
          problem: z.string().nullable().meta({ description: 'Why there is no answer' }),
          milliseconds: z.number(),
          tokens: z.object({ input: z.number(), output: z.number() }).nullable(),
          cost: z.number().nullable().meta({ description: 'Null where the operator has set no price for the model' }),
        }),
      ),
      currency: currencySchema,
      said: z.array(z.string()).meta({ description: 'Messages of the block to the visitor' }),
      saved: z
        .record(z.string(), variableValueSchema)
        .meta({ description: 'The variables that the block set, by their ids' }),
      exit: z
        .enum(exitKinds)
        .nullable()
        .meta({ description: "The exit that was taken; null for the block's own way on" }),
      groupIds: z.array(z.string()).meta({ description: 'Groups that the block led to; nothing in them was run' }),
      waits: z.boolean().meta({ description: 'The block waits for a reply of the visitor' }),
      logs: z.array(logSchema),
    }),
    errors: ['bot_not_found', 'block_not_found'],
  },
  tryExpression: {
    id: 'tryExpression',
    method: 'POST',
    path: '/api/v1/bots/{botId}/expressions/try',
    summary: 'Evaluate a text with placeholders, an expression or code with values of variables',
    auth: 'write',
    needs: 'bot.edit',
    params: z.object({ botId: z.string() }),
    body: z.object({
      text: z.string().max(20_000),
      writtenAs: z
        .enum(['text', 'expression', 'code'])
        .default('text')
        .meta({ description: 'A text, a text that may be a calculation, or JavaScript that returns a value' }),
      variables: z
        .array(z.object({ name: z.string().max(200), value: variableValueSchema.optional() }))
        .max(500)
        .default([])
        .meta({ description: 'The variables that it may name' }),
    }),
    isReadOnly: true,
    bodyLimit: 'chat',
    response: z.object({
      value: variableValueSchema,
      problem: z.string().nullable().meta({ description: 'Why there is no value' }),
    }),
    errors: ['bot_not_found'],
  },
} as const satisfies Record<string, Endpoint>
