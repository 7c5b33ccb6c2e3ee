import { slowKey } from '@colloquy/test-kit/private-keys'
import type { Attack } from './attack.js'

/** Credentials of a service account whose key takes seconds to sign with. */
export const slowServiceAccountKey: Attack = {
  name: 'a private key that takes seconds to sign with',
  who: 'author',
  everyMs: 250,
  mustMeet: 400,
  async prepare(client) {
    const { workspaceId } = client.world
    const data = { clientEmail: 'bot@example.com', privateKey: slowKey() }
    const credentials = { type: 'google sheets', name: 'Sheets', data }
    return async () => {
      const { text } = await client.asAuthor('POST', '/credentials', { workspaceId, credentials })
      const id = /"credentialsId":"(\w+)"/.exec(text)?.[1]
      if (id !== undefined) await client.asAuthor('POST', `/credentials/${id}/test`, { workspaceId })
    }
  },
}
