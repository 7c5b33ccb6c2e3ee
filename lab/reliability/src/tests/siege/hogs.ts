import type { Attack } from './attack.js'
import type { HostileBot, HostileClient } from './hostile-client.js'
import { askText, call, flowOf, script } from './hostile-flows.js'

const bots = 20
/** The rate of starts allows no more than one a second from each. */
const addresses = 8

/** Many bots of one workspace take all that they can of what all workspaces share. */
function hog(name: string, who: Attack['who'], blockOf: (client: HostileClient, index: number) => object): Attack {
  return {
    name,
    who,
    everyMs: 150,
    atOnce: 60,
    async prepare(client) {
      const made: HostileBot[] = []
      for (let index = 0; index < bots; index++)
        made.push(await client.publish(flowOf(blockOf(client, index) as typeof askText, askText)))
      let next = 0
      return async () => {
        next += 1
        await client.start(made[next % bots] as HostileBot, {}, { from: 1 + (next % addresses) })
      }
    },
  }
}

/** Just under the limit of time, so that none of them is ever paused. */
export const busyScripts = hog('scripts that compute as long as they may', 'author', () =>
  script('const until = Date.now() + 850\nwhile (Date.now() < until);'),
)

export const waitingScripts = hog('large scripts that wait for a slow service', 'author', ({ world }) =>
  script(`const large = 'x'.repeat(7_000_000)\nawait fetch('${world.target}/slow')\nsetVariable('a', large.length)`),
)

export const slowCalls = hog('calls to a service that never answers', 'author', ({ world }) =>
  call(`${world.target}/slow`, { timeout: 60 }),
)

export const floodOfMail = hog('emails through a slow mail server', 'author', () => ({
  id: 'mail',
  type: 'Email',
  options: { recipients: ['somebody@example.com'], subject: 'Hello', body: 'x'.repeat(1_000) },
}))
