import { defineCredentials } from './define.js'
import type { JsonSchema } from './models/model-call.js'

/** A tool of an MCP server as its author picked it: `hash` pins name, description and schema. */
export interface McpTool {
  readonly name: string
  readonly description?: string
  readonly schema: JsonSchema
  readonly hash: string
  /** The server declares it as read-only. */
  readonly isReadOnly?: true
}

export type McpRequest =
  | { readonly ask: 'tools'; readonly credentialsId: string }
  | {
      readonly ask: 'call'
      readonly credentialsId: string
      readonly tool: string
      /** Hash of the definition that was picked: a changed tool is not called. */
      readonly hash: string
      /** JSON object. */
      readonly input: string
    }

export type McpOutcome =
  | { readonly answer: 'tools'; readonly tools: readonly { readonly name: string; readonly hash: string }[] }
  | { readonly answer: 'result'; readonly text: string; readonly isError?: true }
  | {
      readonly answer: 'failed'
      /** One of the values of `ModelFailure`, or `changed`. */
      readonly cause: string
      readonly reason: string
    }

/** Credentials of a server: its address, and a key if it requires one. */
export const mcpCredentials = defineCredentials({
  fields: {
    url: {
      kind: 'address',
      label: 'Address of the server',
      placeholder: 'https://tools.example.com/mcp',
      isRequired: true,
    },
    key: { kind: 'secret', label: 'Key', help: 'Sent as a bearer token. Leave it empty for an open server.' },
    header: {
      kind: 'text',
      label: 'Header',
      help: 'For servers that want the key in a header of another name; it is then sent as it is.',
    },
  },
  address: '',
  addressField: 'url',
  auth: { kind: 'header', name: 'Authorization', prefix: 'Bearer ', field: 'key' },
})
