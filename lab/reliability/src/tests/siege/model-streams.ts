import type { Attack } from './attack.js'
import type { HostileBot, HostileClient } from './hostile-client.js'
import { askText, bubble, flowOf } from './hostile-flows.js'
import { modelAnswers } from './hostile-model.js'

const addresses = 8
const names = [...Object.keys(modelAnswers), 'endless']

/** The same bot for each answer of the model. */
function streams(name: string, botFor: (client: HostileClient, credentialsId: string) => Promise<HostileBot>): Attack {
  return {
    name,
    who: 'author',
    everyMs: 250,
    atOnce: 12,
    async prepare(client) {
      const bots: HostileBot[] = []
      for (const response of names) {
        const baseUrl = `${client.world.target}/model/${response}`
        bots.push(await botFor(client, await client.addCredentials('openai', { apiKey: 'key', baseUrl })))
      }
      let next = 0
      return async () => {
        next += 1
        const sending = { from: 1 + (next % addresses) }
        const bot = bots[next % bots.length] as HostileBot
        const session = await client.session(bot, sending, { isStreamEnabled: true })
        if (session === undefined) return
        const { text } = await client.reply(session, { message: { type: 'text', text: 'Hello' } }, sending)
        if (text.includes('"type":"stream"'))
          await client.send('POST', `/api/v1/sessions/${session}/streamMessage`, {}, sending)
      }
    },
  }
}

/** Pieces of nothing, carriage returns, absurd numbers of tokens, and a text without end. */
export const hostileStreams = streams('a model that streams pieces without number or end', (client, credentialsId) => {
  const messages = [{ role: 'user', content: '{{said}}' }]
  const responseMapping = [
    { item: 'Message content', variableId: 'a' },
    { item: 'Total tokens', variableId: 'b' },
  ]
  const options = { action: 'Create chat completion', credentialsId, model: 'm', messages, responseMapping }
  return client.publish(
    flowOf(askText, { id: 'model', type: 'openai', options }, bubble('shown', '{{a}}'), {
      ...askText,
      id: 'ask again',
    }),
  )
})

/** The same model is asked several times in a turn. */
export const agentsOfHostileModels = streams(
  'agents whose model streams calls without number',
  (client, credentialsId) => client.publish(flowOf(agentOf(credentialsId))),
)

/** An agent that asks this model, and has these tools. */
export function agentOf(credentialsId: string, tools: object[] = []) {
  const options = { service: 'openai', credentialsId, model: 'm', firstMessage: 'How can I help?', tools }
  return { id: 'agent', type: 'agent', options }
}
