import type { Attack } from './attack.js'
import { largeReplies } from './hostile-client.js'
import { askText, circleOf, flowOf } from './hostile-flows.js'

const repliesBetween = 20

/** The page is asked for with the cookie of a conversation that grows and grows. */
function hostedPage(name: string, flow: ReturnType<typeof flowOf>): Attack {
  return {
    name,
    who: 'visitor',
    everyMs: 2_000,
    async prepare(client) {
      const settings = { general: { rememberUser: { isEnabled: true, storage: 'local' } } }
      const bot = await client.publish({ ...flow, settings })
      const path = `/c/${bot.publicId}`
      let cookie: string | undefined
      return async () => {
        if (cookie === undefined) {
          const { headers } = await client.send('GET', path)
          cookie = headers['set-cookie']?.[0]?.split(';')[0]
        }
        const session = /=(\w+)/.exec(cookie ?? '')?.[1]
        if (cookie === undefined || session === undefined) return
        for (let reply = 0; reply < repliesBetween; reply++) {
          const { status } = await client.replyWith(session, largeReplies)
          if (status !== 200 && status !== 413) break
        }
        await client.send('GET', path, undefined, { headers: { cookie } })
      }
    },
  }
}

export const pageOfReplies = hostedPage('the hosted page of a huge conversation', circleOf(askText))

export const pageOfInvalidReplies = hostedPage(
  'the hosted page of a conversation of invalid replies',
  flowOf({ id: 'ask', type: 'email input' }),
)
