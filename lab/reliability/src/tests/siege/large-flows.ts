import { documentOf } from '@colloquy/blocks/testing'
import type { Attack } from './attack.js'
import type { HostileBot } from './hostile-client.js'
import { askText, flowOf, largeFlow } from './hostile-flows.js'

const bytes = 8_000_000
const maxBots = 30

/** The heaviest requests of an author, all at the same time. */
export const heavyRequests: Attack = {
  name: 'lint, import and update of 8 MB at the same time',
  who: 'author',
  everyMs: 4_000,
  async prepare(client) {
    const { workspaceId } = client.world
    const document = documentOf(largeFlow(bytes))
    const bot = await client.publish(flowOf(askText))
    const lint = Buffer.from(JSON.stringify({ workspaceId, bot: { version: '6', name: 'Large', ...document } }))
    const update = Buffer.from(JSON.stringify({ bot: document, overwrite: true }))
    return () =>
      Promise.all([
        client.asAuthor('POST', '/lint', lint),
        client.asAuthor('POST', '/bots/import', lint),
        client.asAuthor('PATCH', `/bots/${bot.id}`, update),
      ])
  },
}

/** More compiled flows than fit into memory. */
export const manyLargeBots: Attack = {
  name: '30 bots of 8 MB, started in turn',
  who: 'author',
  everyMs: 2_000,
  async prepare(client) {
    const flow = largeFlow(bytes)
    const made: HostileBot[] = []
    let next = 0
    return async () => {
      if (made.length < maxBots) made.push(await client.publish(flow))
      next += 1
      const bot = made[next % made.length]
      if (bot) await client.start(bot)
    }
  },
}
