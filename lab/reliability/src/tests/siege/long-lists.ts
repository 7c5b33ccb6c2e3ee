import type { ServerResponse } from 'node:http'
import type { Attack } from './attack.js'

/** Numbers of models: more than a list may have bytes, and nearly as many. */
const lengths = [100_000, 10_000]
/** A list that could be read is kept for minutes: each of these accounts has its own. */
const accounts = 20

const lists = new Map<number, string>()

/** A list of models of any length, as OpenAI answers it. */
export function answerModels(response: ServerResponse, length: number): void {
  const list = lists.get(length) ?? JSON.stringify({ object: 'list', data: Array.from({ length }, modelOf) })
  lists.set(length, list)
  response.setHeader('content-type', 'application/json').end(list)
}

const modelOf = (_: unknown, index: number) => ({
  id: `gpt-tts-${index}`,
  object: 'model',
  created: index,
  owned_by: 'siege',
})

/** An author opens lists of models in the builder. */
export const longModelLists: Attack = {
  name: 'lists of 100,000 models',
  who: 'author',
  everyMs: 100,
  atOnce: 10,
  async prepare(client) {
    const { workspaceId, target } = client.world
    const credentials: string[] = []
    for (let number = 0; number < accounts; number++) {
      const baseUrl = `${target}/models-of/${lengths[number % lengths.length]}`
      credentials.push(await client.addCredentials('openai', { apiKey: `key ${number}`, baseUrl }))
    }
    let next = 0
    return () => {
      next += 1
      const credentialsId = credentials[next % accounts]
      const path = `/workspaces/${workspaceId}/integrations/openai/items`
      return client.asAuthor('POST', path, { list: 'speechModels', credentialsId })
    }
  },
}
