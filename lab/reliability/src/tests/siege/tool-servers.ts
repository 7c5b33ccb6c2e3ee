import type { Attack } from './attack.js'
import { flowOf } from './hostile-flows.js'
import { agentOf } from './model-streams.js'

/** Each turn of an agent lists the tools of its servers. */
export const deepSchema: Attack = {
  name: 'a server of tools whose schema nests 100,000 deep',
  who: 'author',
  everyMs: 500,
  atOnce: 4,
  async prepare(client) {
    const { workspaceId, target } = client.world
    const model = await client.addCredentials('openai', { apiKey: 'key', baseUrl: `${target}/model/huge-usage` })
    const server = await client.addCredentials('mcp', { url: `${target}/tools`, key: 'key' })
    const tools = [{ type: 'MCP server', credentialsId: server, tools: [{ name: 'deep', hash: 'h' }] }]
    const bot = await client.publish(flowOf(agentOf(model, tools)))
    return async () => {
      await client.asAuthor('POST', `/workspaces/${workspaceId}/server-tools`, { credentialsId: server })
      const session = await client.session(bot)
      if (session !== undefined) await client.reply(session, { message: { type: 'text', text: 'Hello' } })
    }
  },
}
