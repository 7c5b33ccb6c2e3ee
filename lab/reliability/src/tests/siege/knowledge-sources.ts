import { defaultLimits } from '@colloquy/server/limits'
import type { Attack } from './attack.js'
import { documentKinds, sitemapShapes } from './hostile-answers.js'
import type { HostileClient } from './hostile-client.js'

/** A few kilobytes cost most in some shapes, and what one call may bring in others. */
const documentBytes = [18_000, 98_000]
const pageBytes = [98_000, 4_800_000]

/** Creates a knowledge base in the author's workspace. */
async function addBase(client: HostileClient): Promise<string> {
  const { workspaceId } = client.world
  const text = await client.prepare('/knowledge-bases', { workspaceId, name: 'Hostile' })
  // The content of pages is not in any request.
  client.allowedBytes += defaultLimits.knowledgeBytes
  return /"id":"(\w+)"/.exec(text)?.[1] ?? ''
}

function addSource(client: HostileClient, base: string, source: object) {
  const { workspaceId } = client.world
  return client.asAuthor('POST', `/knowledge-bases/${base}/sources`, { workspaceId, source })
}

const shapesOf = Object.entries(documentKinds).flatMap(([kind, { shapes }]) =>
  Object.entries<(size: number) => string>(shapes).map(([name, shape], number) => ({ kind, name, shape, number })),
)

/** Documents in which a parser loses its way: columns times rows, elements that are opened again, nesting. */
export const hostileDocuments: Attack = {
  name: 'documents for a knowledge base of the worst shapes',
  who: 'author',
  everyMs: 250,
  atOnce: 8,
  mustMeet: 400,
  async prepare(client) {
    const base = await addBase(client)
    let number = 0
    return async () => {
      const { kind, name, shape } = shapesOf[number % shapesOf.length] as (typeof shapesOf)[number]
      const bytes = documentBytes[Math.floor(number / shapesOf.length) % documentBytes.length] as number
      number += 1
      await addSource(client, base, { kind, title: name, text: shape(bytes) })
    }
  },
}

/** The same as pages of a site that the author does not need to own. */
export const hostilePages: Attack = {
  name: 'pages for a knowledge base of the worst shapes, of up to 4.8 MB',
  who: 'author',
  everyMs: 500,
  atOnce: 8,
  async prepare(client) {
    const base = await addBase(client)
    let next = 0
    return async () => {
      const { kind, number } = shapesOf[next % shapesOf.length] as (typeof shapesOf)[number]
      const bytes = pageBytes[Math.floor(next / shapesOf.length) % pageBytes.length]
      next += 1
      const url = `${client.world.target}/document/${kind}/${number}/${bytes}`
      await addSource(client, base, { kind: 'page', url })
    }
  },
}

/** Sitemaps of kilobytes that unpack to megabytes, an index that names itself, and a `robots.txt` of a megabyte. */
export const packedSitemaps: Attack = {
  name: 'sites with packed sitemaps and a huge robots.txt',
  who: 'author',
  everyMs: 1_000,
  atOnce: 4,
  async prepare(client) {
    const base = await addBase(client)
    const { target } = client.world
    const urls = [
      ...sitemapShapes.map((_, number) => `${target}/site/${number}.xml`),
      `${target}/index.xml`,
      `${target}/help/`,
    ]
    let next = 0
    return async () => {
      const url = urls[next++ % urls.length]
      await addSource(client, base, { kind: 'site', url })
    }
  },
}

/** Sites whose pages never answer take all places of those that read. */
export const hangingSites: Attack = {
  name: 'sites of 200 pages that never answer',
  who: 'author',
  everyMs: 2_000,
  async prepare(client) {
    const base = await addBase(client)
    return () => addSource(client, base, { kind: 'site', url: `${client.world.target}/hanging.xml` })
  },
}

const bases = 12

/** Bases whose vectors a service computes that never answers, and questions to them. */
export const hangingEmbeddings: Attack = {
  name: 'vectors and searches by a service that never answers',
  who: 'author',
  everyMs: 250,
  atOnce: 40,
  async prepare(client) {
    const { workspaceId, target } = client.world
    const credentialsId = await client.addCredentials('openai', { apiKey: 'key', baseUrl: `${target}/hang` })
    const made: string[] = []
    let next = 0
    return async () => {
      if (made.length < bases) {
        const base = await addBase(client)
        await addSource(client, base, { kind: 'text', title: 'A text', text: 'We deliver to Norway. '.repeat(4_000) })
        const embedding = { credentialsId, model: 'text-embedding-3-small' }
        await client.asAuthor('PATCH', `/knowledge-bases/${base}`, { workspaceId, embedding })
        made.push(base)
      }
      const base = made[next++ % made.length]
      await client.asAuthor('POST', `/knowledge-bases/${base}/search`, { workspaceId, query: 'the of a norway' })
    }
  },
}
