import type { Attack } from './attack.js'

/** Deletes bots, results and a workspace with very many results, one after the other, and each once. */
export const largeDeletions: Attack = {
  name: 'deletion of bots, results and a workspace with very many results',
  who: 'author',
  everyMs: 3_000,
  async prepare(client) {
    const { deletions } = client.world.seeds
    const paths = [...deletions]
    return async () => {
      const path = paths.shift()
      if (path === undefined) return
      const { status } = await client.asAuthor('DELETE', path)
      if (status !== 200) paths.push(path)
    }
  },
}
