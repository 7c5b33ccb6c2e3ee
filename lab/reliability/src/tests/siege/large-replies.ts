import type { Attack } from './attack.js'
import { type HostileBot, type HostileClient, largeReplies } from './hostile-client.js'
import { askText, circleOf } from './hostile-flows.js'

const atOnce = 200
/** The rate of replies allows no more from one address. */
const addresses = 4

/** Many sessions get a reply each in the same moment. */
export const manyLargeReplies: Attack = {
  name: 'large replies to 200 sessions at once',
  who: 'visitor',
  everyMs: 10_000,
  async prepare(client) {
    const bot = await client.publish(circleOf(askText))
    const sessions: { id: string; from: number }[] = []
    return async () => {
      await addSessions(client, bot, sessions)
      for (const body of largeReplies)
        await Promise.all(sessions.map(({ id, from }) => client.reply(id, body, { from })))
    }
  },
}

async function addSessions(client: HostileClient, bot: HostileBot, sessions: { id: string; from: number }[]) {
  while (sessions.length < atOnce) {
    const from = 1 + (sessions.length % addresses)
    const id = await client.session(bot, { from })
    if (id === undefined) return
    sessions.push({ id, from })
  }
}

/** One address fills the disk as fast as its rate allows. */
export const fullDisk: Attack = {
  name: 'large replies, as many as one address may send',
  who: 'visitor',
  everyMs: 100,
  atOnce: 4,
  async prepare(client) {
    const bot = await client.publish(circleOf(askText))
    let session: string | undefined
    return async () => {
      session ??= await client.session(bot)
      if (session === undefined) return
      const { status } = await client.replyWith(session, largeReplies)
      if (status === 403 || status === 404) session = undefined
    }
  },
}
