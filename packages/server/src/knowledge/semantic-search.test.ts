import { knowledge, optionsOf } from '@colloquy/flow/integrations'
import { modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { embeddingStandIn } from '@colloquy/test-kit/providers/embeddings'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'
import { recallSet } from './recall-set.js'

let embeddings: Awaited<ReturnType<typeof embeddingStandIn>>
let service: TestService
let credentialsId: string
const path = '/api/v1/knowledge-bases'

beforeAll(async () => {
  embeddings = await embeddingStandIn({ synonyms: recallSet.synonyms })
  service = await testService({ EGRESS_ALLOW: embeddings.entry })
  const { url: baseUrl } = embeddings
  credentialsId = await service.addCredentials('openai', { apiKey: modelKey, baseUrl }, { name: 'Embeddings' })
})
afterAll(async () => {
  await service.close()
  await embeddings.close()
})
afterEach(() => embeddings.failWith(undefined))

async function newBase(texts: Record<string, string>) {
  const { workspaceId } = service
  const made = await service.call('POST', path, { workspaceId, name: 'Help' })
  const base = `${path}/${made.body.knowledgeBase.id}`
  const add = async (title: string, text: string) => {
    const source = { kind: 'markdown', title, text }
    return (await service.call('POST', `${base}/sources`, { workspaceId, source })).body.knowledgeSource
  }
  for (const [title, text] of Object.entries(texts)) await add(title, text)
  const sources = async () =>
    (await service.call('GET', `${base}/sources?workspaceId=${workspaceId}`)).body.knowledgeSources as {
      chunks: number
      embedded: number
      embeddingProblem: string | null
    }[]
  const embedWith = async (model: string | null, id = credentialsId) =>
    service.call('PATCH', base, { workspaceId, embedding: model === null ? null : { credentialsId: id, model } })
  return {
    id: made.body.knowledgeBase.id as string,
    add,
    sources,
    embedWith,
    embedded: () =>
      vi.waitFor(
        async () => {
          for (const { chunks, embedded } of await sources()) expect(embedded).toBe(chunks)
        },
        { timeout: 10_000 },
      ),
    search: async (query: string) =>
      (await service.call('POST', `${base}/search`, { workspaceId, query })).body as {
        passages: { title: string; score: number }[]
        embeddingProblem: string | null
      },
  }
}

type Base = Awaited<ReturnType<typeof newBase>>

/** Returns the share of questions whose passage is among the first five. */
async function recall({ search }: Base, questions: readonly { question: string; heading: string }[]) {
  let hits = 0
  for (const { question, heading } of questions) {
    const { passages } = await search(question)
    if (passages.slice(0, 5).some(({ title }) => title.endsWith(heading))) hits++
  }
  return hits / questions.length
}

test('Questions in other words find their passage by what it means, and questions about other things stay below the threshold', async () => {
  const base = await newBase({ Shop: recallSet.document })
  const before = await recall(base, recallSet.paraphrases)
  await base.embedWith('meaning-1')
  await base.embedded()
  const after = await recall(base, recallSet.paraphrases)
  const same = await recall(base, recallSet.questions)
  console.info(
    `Recall at 5 of ${recallSet.paraphrases.length} paraphrases: ${before.toFixed(2)} by words, ${after.toFixed(2)} merged; ` +
      `of ${recallSet.questions.length} other questions: ${same.toFixed(2)} merged`,
  )
  expect(after).toBeGreaterThanOrEqual(0.9)
  expect(after).toBeGreaterThan(before + 0.2)
  expect(same).toBeGreaterThanOrEqual(0.9)
  const { threshold } = optionsOf(knowledge.actions['Search knowledge'])
  const least = threshold?.kind === 'number' ? threshold.default! : 1
  const passing = async (questions: readonly string[]) => {
    let count = 0
    for (const question of questions)
      if ((await base.search(question)).passages.some(({ score }) => score >= least)) count++
    return count / questions.length
  }
  // Words alone let one pass ("How do I repair my bicycle?"); the stand-in knows only words and synonyms.
  expect(await passing(recallSet.otherQuestions)).toBeLessThanOrEqual(0.3)
  expect(await passing(recallSet.paraphrases.map(({ question }) => question))).toBeGreaterThanOrEqual(0.9)
})

test('A failure shows on the source with what was embedded, words still find it, and saving tries again', async () => {
  const base = await newBase({ Returns: 'Return it within 30 days.' })
  embeddings.failWith({ status: 401, json: { error: { message: `Wrong key ${modelKey}` } } })
  await base.embedWith('meaning-1')
  await vi.waitFor(async () =>
    expect(await base.sources()).toMatchObject([
      { chunks: 1, embedded: 0, embeddingProblem: 'The service answered 401: Wrong key •••.' },
    ]),
  )
  expect(await base.search('return')).toMatchObject({
    passages: [{ title: 'Returns' }],
    embeddingProblem: expect.stringContaining('401'),
  })
  embeddings.failWith(undefined)
  await base.embedWith('meaning-1')
  await base.embedded()
  expect(await base.search('reimbursement back')).toMatchObject({
    passages: [{ title: 'Returns' }],
    embeddingProblem: null,
  })
})

test('A text that the model does not take leaves other sources searchable', async () => {
  const base = await newBase({ Returns: 'Return it within 30 days.' })
  await base.embedWith('meaning-1')
  await base.embedded()
  embeddings.failWith({ status: 400, json: { error: { message: 'Too long' } } }, ({ text }) => text.includes('poison'))
  await base.add('Bad', 'poison')
  await base.add('Good', 'Dogs are welcome.')
  await vi.waitFor(
    async () =>
      expect(await base.sources()).toMatchObject([
        { embedded: 1, embeddingProblem: null },
        { embedded: 0, embeddingProblem: 'The service answered 400: Too long.' },
        { embedded: 1, embeddingProblem: null },
      ]),
    { timeout: 10_000 },
  )
  expect((await base.search('puppies')).passages[0]?.title).toBe('Good')
})

test('Another model replaces all vectors, and a base without one asks nobody', async () => {
  const base = await newBase({ Returns: 'Return it within 30 days.' })
  await base.embedWith('meaning-1')
  await base.embedded()
  await base.embedWith('meaning-2')
  await base.embedded()
  const models = embeddings.received.map(({ json }) => json.model)
  expect(models.at(-1)).toBe('meaning-2')
  await base.embedWith(null)
  embeddings.received.length = 0
  expect((await base.search('return')).passages).toHaveLength(1)
  expect((await base.search('back')).passages).toEqual([])
  expect(embeddings.received).toEqual([])
})

test('Tokens of passages and questions are in the ledger of the workspace', async () => {
  const total = async () => {
    const rows = await service.storage.modelSpending.totals(service.workspaceId, '2000-01-01', '')
    return rows.reduce((sum, { inputTokens }) => sum + inputTokens, 0)
  }
  const base = await newBase({ Returns: 'Return it within 30 days.' })
  const before = await total()
  await base.embedWith('meaning-1')
  await base.embedded()
  const indexed = await total()
  expect(indexed).toBeGreaterThan(before)
  await base.search('Can it go back?')
  expect(await total()).toBe(indexed + 4)
})

test('Credentials of another workspace, or of a service that embeds nothing, are refused', async () => {
  const base = await newBase({})
  const other = await service.addCredentials('groq', { apiKey: modelKey }, { name: 'Chat only' })
  expect((await base.embedWith('m', other)).status).toBe(404)
  expect((await base.embedWith('m', 'elsewhere')).status).toBe(404)
})
