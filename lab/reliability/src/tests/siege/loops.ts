import type { Attack } from './attack.js'
import { call, circleOf, script } from './hostile-flows.js'

/** A bot that calls a service in a circle, and keeps all that it answers. */
export const loopOfCalls: Attack = {
  name: 'a bot that fetches 4.9 MB in a circle',
  who: 'author',
  everyMs: 1_000,
  atOnce: 4,
  async prepare(client) {
    const bot = await client.publish(circleOf(call(`${client.world.target}/large`)))
    return () => client.start(bot)
  },
}

export const loopOfScripts: Attack = {
  name: 'a bot whose script returns 1 MB in a circle',
  who: 'author',
  everyMs: 1_000,
  atOnce: 6,
  async prepare(client) {
    const bot = await client.publish(circleOf(script(`setVariable('unknown', 'x'.repeat(990_000))`)))
    return () => client.start(bot)
  },
}
