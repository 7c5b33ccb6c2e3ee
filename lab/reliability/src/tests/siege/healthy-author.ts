import { setTimeout as sleep } from 'node:timers/promises'
import { adminToken } from '@colloquy/server/testing/process'

const everyMs = 500
const lookMs = 250
const test = { name: 'A test', steps: [{ reply: 'Hello' }] }

/** Milliseconds that an author of another workspace waited. */
export interface AuthorWaits {
  /** From when a site was added until its page was read and had vectors. */
  readonly sites: readonly number[]
  /** Runs of a test. */
  readonly tests: readonly number[]
}

/**
 * An author of another workspace, who needs what works through queues: again and again, a site is read and gets vectors, and a test is
 * run. What has not come to its end at the end counts as if it had.
 */
export class HealthyAuthor {
  readonly #url: string
  readonly #site: string
  readonly #sites: number[] = []
  readonly #tests: number[] = []
  readonly failures: string[] = []
  readonly #over = new AbortController()
  #working: Promise<unknown> | undefined

  /** `site`: the host of a web server, see `startHealthyServers`. */
  constructor(url: string, site: string) {
    this.#url = url
    this.#site = `http://${site}`
  }

  start(): void {
    const work = async () => {
      const { workspaces } = await this.#call<{ workspaces: { id: string }[] }>('GET', '/workspaces')
      const workspaceId = workspaces[0]?.id ?? ''
      await Promise.all([this.#readSites(workspaceId), this.#runTests(workspaceId)])
    }
    this.#working = work().catch((error: unknown) => {
      if (!this.#over.signal.aborted) this.failures.push(`${error}`)
    })
  }

  async stop(): Promise<AuthorWaits> {
    this.#over.abort()
    await this.#working
    return { sites: this.#sites, tests: this.#tests }
  }

  async #readSites(workspaceId: string): Promise<void> {
    const data = { apiKey: 'key', baseUrl: `${this.#site}/model` }
    const credentials = { type: 'openai', name: 'Vectors', data }
    const { credentialsId } = await this.#call<{ credentialsId: string }>('POST', '/credentials', {
      workspaceId,
      credentials,
    })
    const made = await this.#call<{ knowledgeBase: { id: string } }>('POST', '/knowledge-bases', {
      workspaceId,
      name: 'Help',
    })
    const path = `/knowledge-bases/${made.knowledgeBase.id}`
    await this.#call('PATCH', path, { workspaceId, embedding: { credentialsId, model: 'text-embedding-3-small' } })
    for (let number = 0; !this.#over.signal.aborted; number++) {
      const folder = `${this.#site}/${number}`
      await this.#timed(this.#sites, async () => {
        const source = { kind: 'site', url: `${folder}/sitemap.xml` }
        await this.#call('POST', `${path}/sources`, { workspaceId, source })
        const isRead = async () => {
          const { knowledgeSources } = await this.#call<{ knowledgeSources: { url: string; embedded: number }[] }>(
            'GET',
            `${path}/sources?workspaceId=${workspaceId}`,
          )
          return knowledgeSources.some(({ url, embedded }) => url === `${folder}/page` && embedded > 0)
        }
        while (!(await isRead())) await sleep(lookMs, undefined, { signal: this.#over.signal })
      })
    }
  }

  async #runTests(workspaceId: string): Promise<void> {
    const { bots } = await this.#call<{ bots: { id: string }[] }>('GET', `/bots?workspaceId=${workspaceId}`)
    const path = `/bots/${bots[0]?.id}/tests`
    await this.#call('POST', path, { test })
    while (!this.#over.signal.aborted) await this.#timed(this.#tests, () => this.#call('POST', `${path}/run`, {}))
  }

  /** Notes how long work takes, then pauses. */
  async #timed(waits: number[], work: () => Promise<unknown>): Promise<void> {
    const began = performance.now()
    try {
      await work()
    } finally {
      waits.push(performance.now() - began)
    }
    await sleep(everyMs, undefined, { signal: this.#over.signal })
  }

  async #call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      signal: this.#over.signal,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
}
