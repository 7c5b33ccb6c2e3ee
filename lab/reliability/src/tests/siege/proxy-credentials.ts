import type { Attack } from './attack.js'
import { askText, call, flowOf } from './hostile-flows.js'

const users = ['a%zz:b', 'a:b%', '%E0%A4%A:b', 'a%c3%28:%f']

/** Bots that call through a proxy whose user or password is not valid percent-encoded text. */
export const percentSigns: Attack = {
  name: 'proxy credentials with broken percent signs',
  who: 'author',
  everyMs: 500,
  rejectedWith: ['invalid_request', 'invalid_credentials'],
  async prepare(client) {
    const { workspaceId, target } = client.world
    const { host } = new URL(target)
    const bots = await Promise.all(
      users.map(async (user, index) => {
        const credentials = { type: 'http proxy', name: `Proxy ${index}`, data: { url: `http://${user}@${host}` } }
        const text = await client.prepare('/credentials', { workspaceId, credentials })
        const proxyCredentialsId = /"credentialsId":"(\w+)"/.exec(text)?.[1]
        return client.publish(flowOf(call(`${target}/`, { proxyCredentialsId }), askText))
      }),
    )
    let next = 0
    return async () => {
      next += 1
      const bot = bots[next % bots.length]
      if (bot) await client.start(bot)
    }
  },
}
