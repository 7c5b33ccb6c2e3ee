import { randomBytes } from 'node:crypto'
import type { Attack } from './attack.js'
import { askText, flowOf } from './hostile-flows.js'

/** More operations than a batch may have, and as many as it may. */
const sizes = [5_000, 500]

/** Batches of operations none of which leads to a valid bot. */
export const invalidOperations: Attack = {
  name: 'batches of operations that do not fit',
  who: 'author',
  everyMs: 1_000,
  async prepare(client) {
    const bot = await client.publish(flowOf(askText))
    const operation = { kind: 'set', path: ['groups', '#first', 'title'], was: 'first', value: 5 }
    return async () => {
      for (const size of sizes) {
        const operations = Array.from({ length: size }, () => operation)
        const batch = { id: randomBytes(8).toString('hex'), revision: 1_000, operations }
        await client.asAuthor('POST', `/bots/${bot.id}/operations`, batch)
      }
    }
  },
}
