import { endpoints } from '@colloquy/api'
import type { FastifyInstance } from 'fastify'
import type { Operations } from '../http/operations.js'

/** The oldest list of bots: a short form of those in all workspaces of the caller. */
export function listEveryBot(app: FastifyInstance, operations: Operations): void {
  const { listWorkspaces, listBots } = endpoints
  app.get('/api/typebots', {
    onRequest: (request, reply) => operations.admit(listWorkspaces, request, reply),
    handler: async (request, reply) => {
      const { workspaces } = (await operations.callOperation(listWorkspaces, {}, request, reply)) as {
        workspaces: { id: string }[]
      }
      const bots = []
      for (const { id } of workspaces) {
        const list = await operations.callOperation(listBots, { query: { workspaceId: id } }, request, reply)
        bots.push(...(list as { bots: { id: string; name: string; publishedBotId?: string }[] }).bots)
      }
      const short = bots.map(({ id, name, publishedBotId }) => ({ id, name, publishedBotId }))
      return operations.send(listBots, { bots: short }, reply)
    },
  })
}
