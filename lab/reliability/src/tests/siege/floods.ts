import { randomBytes } from 'node:crypto'
import type { Attack } from './attack.js'

/** Guesses at tokens and at sessions, from one address. */
export const guesses: Attack = {
  name: 'guesses at tokens and sessions',
  who: 'visitor',
  everyMs: 20,
  atOnce: 4,
  mustMeet: 429,
  async prepare(client) {
    return async () => {
      const guess = randomBytes(12).toString('hex')
      const headers = { authorization: `Bearer ${guess}` }
      await client.send('GET', '/api/v1/workspaces', undefined, { headers })
      await client.send('GET', `/api/v1/sessions/c${guess.slice(1)}/webhooks`)
    }
  },
}

export const floodOfReference: Attack = {
  name: 'views of the API reference',
  who: 'visitor',
  everyMs: 20,
  atOnce: 4,
  async prepare(client) {
    return async () => {
      await client.send('GET', '/api/docs')
      await client.send('GET', '/api/openapi.json')
    }
  },
}
