import type { ActionContext } from '../define.js'
import type { KnowledgePassage } from './knowledge-request.js'

interface Given {
  readonly knowledgeBaseId: string
  readonly question?: string
  readonly threshold: number
}

/** The question with the passages that match it. If there are none, the action fails for lack of an answer. */
export function* findPassages<E, N>(
  { knowledgeBaseId, question, threshold }: Given,
  limit: number,
  context: ActionContext<E, N>,
): Generator<E, { question: string; passages: readonly KnowledgePassage[] } | undefined, N> {
  const asked = (question ?? context.saidLast() ?? '').trim()
  if (asked === '') {
    context.fail('there is no question: the visitor has said nothing yet.', { on: 'no-answer', cause: 'empty' })
    return undefined
  }
  const found = yield* context.searchKnowledge({ baseId: knowledgeBaseId, query: asked, limit })
  if (!found) return undefined
  const passages = found.filter(({ score }) => score >= threshold)
  if (passages.length > 0) return { question: asked, passages }
  context.noteUnanswered(knowledgeBaseId, asked)
  context.fail(
    found.length > 0
      ? `no passage fits the question: the best match is ${(Math.floor(bestScore(found) * 100) / 100).toFixed(2)}, and ${threshold} is the least.`
      : 'no passage has a word of the question.',
    { on: 'no-answer', cause: 'no-passage', isExpected: true },
  )
  return undefined
}

const bestScore = (passages: readonly KnowledgePassage[]): number =>
  passages.reduce((best, { score }) => Math.max(best, score), 0)

/**
 * Sources of passages, without duplicates: as a list for conditions, scripts and services, and as Markdown with links, which a text shows as
 * a list where it would show the other one as JSON. Null without passages.
 */
export function sourcesIn(passages: readonly KnowledgePassage[] | null) {
  const each = (nameOf: (passage: KnowledgePassage) => string) => [...new Set((passages ?? []).map(nameOf))]
  const text = each(({ title, url }) => `- ${url === null ? plain(title) : `[${plain(title)}](${addressIn(url)})`}`)
  return {
    Sources: passages && each(({ title, url }) => (url === null ? title : `${title} (${url})`)),
    'Sources as text': text.length === 0 ? null : text.join('\n'),
  }
}

/** A title on one line without marks: Markdown of texts knows no escapes. */
const plain = (title: string) =>
  title.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').replace(/[*`~]/g, '')

/** An address that ends where its link does. */
const addressIn = (url: string) => url.replace(/[ ()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
