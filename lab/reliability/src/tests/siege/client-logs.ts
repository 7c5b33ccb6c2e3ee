import type { Attack } from './attack.js'
import { askText, flowOf } from './hostile-flows.js'

const logsOfCall = 100
const description = 'x'.repeat(9_000)
const clientLogs = Array.from({ length: logsOfCall }, () => ({ description, details: { description: ['x'] } }))
const body = Buffer.from(JSON.stringify({ clientLogs }))
const callsOfSession = 120

/** A visitor logs as much as the rate allows, and the author reads the logs. */
export const floodOfClientLogs: Attack = {
  name: 'client logs of 0.9 MB, as many as one address may send',
  who: 'visitor',
  everyMs: 20,
  atOnce: 8,
  mustMeet: 404,
  async prepare(client) {
    const bot = await client.publish(flowOf(askText))
    let session: string | undefined
    let result: string | undefined
    let calls = 0
    return async () => {
      calls += 1
      if (session === undefined || calls % callsOfSession === 0) {
        const { text } = await client.start(bot)
        session = /"sessionId":"(\w+)"/.exec(text)?.[1] ?? session
        result = /"resultId":"(\w+)"/.exec(text)?.[1] ?? result
      }
      if (session === undefined) return
      await client.send('POST', `/api/v1/sessions/${session}/clientLogs`, body)
      if (calls % callsOfSession === 0) await client.asAuthor('GET', `/bots/${bot.id}/results/${result}/logs`)
    }
  },
}
