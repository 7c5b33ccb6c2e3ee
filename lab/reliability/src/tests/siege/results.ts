import type { Attack } from './attack.js'
import { largeReplies } from './hostile-client.js'
import { askText, flowOf } from './hostile-flows.js'

const questions = 10

/** A visitor gives the largest answers that are accepted; the author looks at them in every way. */
export const hugeResults: Attack = {
  name: 'lists, exports and transcripts of huge results',
  who: 'author',
  everyMs: 2_000,
  async prepare(client) {
    const asks = Array.from({ length: questions }, (_, index) => ({ ...askText, id: `ask${index}` }))
    const bot = await client.publish(flowOf(...asks))
    const results = `/bots/${bot.id}/results`
    return async () => {
      const { text } = await client.start(bot)
      const [, session] = /"sessionId":"(\w+)"/.exec(text) ?? []
      const [, result] = /"resultId":"(\w+)"/.exec(text) ?? []
      if (session !== undefined)
        for (let question = 0; question < questions; question++) await client.replyWith(session, largeReplies)
      await client.asAuthor('GET', `${results}?limit=50&timeFilter=allTime`)
      await Promise.all(
        ['csv', 'xlsx', 'ndjson'].map((format) => client.asAuthor('GET', `${results}/export?format=${format}`)),
      )
      if (result !== undefined) await client.asAuthor('GET', `${results}/${result}/transcript`)
    }
  },
}
