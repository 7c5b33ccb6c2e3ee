import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'

export const toolKey = 'planted-tool-key'

/** Protocol of a tool server: revisions that start with a handshake, with or without a session, or the one that needs none. */
export type McpEra = 'handshake' | 'session' | 'stateless'

/** A tool server built on the official library. `tools` may be changed while it runs; `sessions` can be dropped. */
export async function mcpStandIn(era: McpEra, { isOpen = false }: { isOpen?: boolean } = {}) {
  const state = { description: 'Finds orders by their number', isAway: false }
  const sessions = new Set<string>()
  const handler = createMcpHandler(() => serverWith(state.description), {
    legacy: era === 'stateless' ? 'reject' : 'stateless',
  })
  const server = await standIn(async (request) => {
    if (state.isAway) return { status: 503, body: 'away' }
    if (!isOpen && request.headers.authorization !== `Bearer ${toolKey}`) return { status: 401, json: { error: 'key' } }
    if (era !== 'session') return answerOf(handler, request)
    const id = String(request.headers['mcp-session-id'] ?? '')
    if (request.json?.method === 'initialize') {
      const made = `session-${sessions.size + 1}`
      sessions.add(made)
      const begun = await answerOf(handler, request)
      return { ...begun, headers: { ...begun.headers, 'mcp-session-id': made } }
    }
    return sessions.has(id) ? answerOf(handler, request) : { status: 404, json: { error: 'no such session' } }
  })
  return { ...server, state, sessions }
}

function serverWith(description: string): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' })
  server.registerTool(
    'find_order',
    { description, inputSchema: z.object({ number: z.string() }), annotations: { readOnlyHint: true } },
    async ({ number }) => ({ content: [{ type: 'text', text: `Order ${number} is on its way` }] }),
  )
  server.registerTool('cancel_order', { description: 'Cancels an order', inputSchema: z.object({}) }, async () => ({
    content: [{ type: 'text', text: 'It was shipped already' }],
    isError: true,
  }))
  server.registerTool('long_report', { description: 'A long text', inputSchema: z.object({}) }, async () => ({
    content: [
      { type: 'text', text: 'x'.repeat(1_000_000) },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ],
  }))
  return server
}

/** The response of a web handler to a request of a stand-in. */
async function answerOf(
  handler: ReturnType<typeof createMcpHandler>,
  { method, path, headers, text }: ReceivedRequest,
): Promise<StandInResponse> {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const request = new Request(`http://stand-in${path}`, {
    method,
    headers: given,
    ...(method === 'POST' && { body: text }),
  })
  const response = await handler.fetch(request)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  }
}
