import type { RunningService } from './running-service.js'

/** Visitors who chat at the same time. */
const visitors = 8
const replies = 6

/** Holds conversations of seven turns with a published `bigFlow`. */
export async function holdConversations({ call }: RunningService, botId: string, count: number): Promise<void> {
  const { bot } = await call('GET', `bots/${botId}`)
  const visit = async () => {
    let { sessionId, input } = await call('POST', `bots/${bot.publicId}/startChat`, {})
    for (let reply = 0; reply < replies; reply++) {
      const message = input?.type === 'choice input' ? 'Answer 0' : 'Something'
      ;({ input } = await call('POST', `sessions/${sessionId}/continueChat`, { message }))
    }
  }
  const visitor = async () => {
    for (let done = 0; done < count / visitors; done++) await visit()
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
}
