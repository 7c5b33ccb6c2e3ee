import type { Attack } from './attack.js'
import { askText, circleOf, flowOf, script } from './hostile-flows.js'

/** Each goes to a service of the author's, which answers with megabytes that neither a model nor a server of tools would send. */
export const connectionTests: Attack = {
  name: 'trials of credentials, models and tools that answer megabytes',
  who: 'author',
  everyMs: 100,
  atOnce: 20,
  async prepare(client) {
    const { workspaceId, target } = client.world
    const model = await client.addCredentials('openai', { apiKey: 'key', baseUrl: `${target}/large` })
    const tools = await client.addCredentials('mcp', { url: `${target}/large`, key: 'key' })
    return () =>
      Promise.all([
        client.asAuthor('POST', `/credentials/${model}/test`, { workspaceId }),
        client.asAuthor('POST', `/credentials/${model}/try-model`, { workspaceId, model: 'large' }),
        client.asAuthor('POST', `/workspaces/${workspaceId}/server-tools`, { credentialsId: tools }),
      ])
  },
}

const maxSteps = 300
const tests = 15

/** Tests of a flow that runs scripts as long as it may. */
export const busyTests: Attack = {
  name: 'runs of tests with hundreds of steps and scripts',
  who: 'author',
  everyMs: 500,
  atOnce: 8,
  async prepare(client) {
    const bot = await client.publish(
      circleOf(askText, script('const until = Date.now() + 20\nwhile (Date.now() < until);')),
    )
    const steps = Array.from({ length: maxSteps }, () => ({ reply: 'x'.repeat(800) }))
    for (let number = 0; number < tests; number++)
      await client.prepare(`/bots/${bot.id}/tests`, { test: { name: `Test ${number}`, steps } })
    return () => client.asAuthor('POST', `/bots/${bot.id}/tests/run`, {})
  },
}

const people = 50

/** Streams of a bot's changes, and positions that are broadcast to all of them. */
export const floodOfPresence: Attack = {
  name: `positions and pointers of ${people} people who edit together`,
  who: 'author',
  everyMs: 5,
  atOnce: 20,
  async prepare(client) {
    const bot = await client.publish(flowOf(askText))
    for (let number = 0; number < people; number++)
      void client.asAuthor('GET', `/bots/${bot.id}/live?client=person-${number}`)
    let moves = 0
    return async () => {
      moves += 1
      const person = `person-${moves % people}`
      const at = { x: moves % 1_000, y: moves % 700 }
      await client.asAuthor('POST', `/bots/${bot.id}/presence`, {
        client: person,
        groupId: 'g'.repeat(300),
        blockId: null,
      })
      await client.asAuthor('POST', `/bots/${bot.id}/pointer`, { client: person, at })
    }
  },
}

/** More than custom CSS may have, and as much as it may. */
const styleBytes = [1_500_000, 100_000]

let tried = 0

/** Each start of a chat carries the styles of its bot. */
export const hugeStyles: Attack = {
  name: 'chats and pages with the largest styles',
  who: 'author',
  everyMs: 100,
  atOnce: 20,
  rejectedWith: ['invalid_request'],
  async prepare(client) {
    const rule = '.x{color:#123456}'
    const maximum = styleBytes[tried++ % styleBytes.length] as number
    const customCss = rule.repeat(maximum / rule.length)
    const bot = await client.publish({ ...flowOf(askText), theme: { customCss } })
    let number = 0
    return async () => {
      number += 1
      const sending = { from: 1 + (number % 8) }
      await client.start(bot, {}, sending)
      await client.send('GET', `/c/${bot.publicId}`, undefined, sending)
    }
  },
}
