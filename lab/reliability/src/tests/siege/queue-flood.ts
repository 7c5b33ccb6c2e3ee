import type { Attack } from './attack.js'
import { largeReplies } from './hostile-client.js'
import { askText, call, circleOf } from './hostile-flows.js'

const repliesAtOnce = 100
/** The rate of replies allows no more from one address. */
const addresses = 4
const abandonAfterMs = 300

/** Replies wait behind one that takes a minute, while their senders are gone. */
export const queueFlood: Attack = {
  name: 'replies to one busy session, whose senders hang up',
  who: 'visitor',
  everyMs: 5_000,
  async prepare(client) {
    const bot = await client.publish(circleOf(askText, call(`${client.world.target}/slow`, { timeout: 60 })))
    let session: string | undefined
    return async () => {
      session ??= await client.session(bot)
      if (session === undefined) return
      for (const body of largeReplies) {
        const replies = Array.from({ length: repliesAtOnce }, (_, index) =>
          client.reply(session as string, body, { abandonAfterMs, from: 1 + (index % addresses) }),
        )
        await Promise.all(replies)
      }
    }
  },
}
