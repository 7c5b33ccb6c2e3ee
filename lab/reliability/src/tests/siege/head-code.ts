import type { Attack } from './attack.js'
import { Rejected } from './hostile-client.js'
import { askText, flowOf } from './hostile-flows.js'

/** Far more nested elements than head code may have, and as many as fit into its size. */
const depths = [40_000, 9_000]

/** Head code of nothing but opened elements, which takes a parser more than quadratic time. */
export const nestedHeadCode: Attack = {
  name: 'head code of deeply nested elements',
  who: 'author',
  everyMs: 5_000,
  rejectedWith: ['head_code_not_allowed', 'invalid_flow', 'invalid_request'],
  async prepare(client) {
    let rejected: unknown
    for (const depth of depths) {
      const settings = { metadata: { customHeadCode: '<div>'.repeat(depth) } }
      try {
        const bot = await client.publish({ ...flowOf(askText), settings })
        return async () => {
          await client.start(bot)
          await client.send('GET', `/c/${bot.publicId}`)
          await client.asAuthor('POST', `/bots/${bot.id}/publish`, {})
        }
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        rejected = error
      }
    }
    throw rejected
  },
}
