import type { Attack } from './attack.js'

/** Lists whose entries depend on the whole drafts of many bots. */
export const largeDrafts: Attack = {
  name: 'lists of a guest, of linked bots and of tests that need many large drafts',
  who: 'author',
  everyMs: 1_000,
  atOnce: 4,
  async prepare(client) {
    const { workspaceId } = client.world
    const { linkingBotId } = client.world.seeds
    await client.addCredentials('openai', { apiKey: 'key' })
    const test = { name: 'A test', steps: [{ reply: 'Hello' }] }
    await client.prepare(`/bots/${linkingBotId}/tests`, { test })
    return () =>
      Promise.all([
        client.asGuest(`/credentials?workspaceId=${workspaceId}`),
        client.asGuest(`/credentials?workspaceId=${workspaceId}`),
        client.asAuthor('GET', `/bots/${linkingBotId}/linkedBots`),
        client.asAuthor('POST', `/bots/${linkingBotId}/tests/run`, {}),
      ])
  },
}
