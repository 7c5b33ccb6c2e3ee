import { ApiError } from '@colloquy/api'
import type { EgressPort } from '@colloquy/ports/egress'
import type { KnowledgeBase, KnowledgeSource, Storage } from '@colloquy/storage'
import type { DocumentToChunk } from '../documents/chunk-document.js'
import type { Documents } from '../documents/documents.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'
import type { Around } from '../process/fair-jobs.js'
import { isEmbedding } from './embed-bases.js'
import { readPage } from './read-page.js'
import { whileMarked } from './while-marked.js'

/** Parts of the service that are needed to read and store sources. */
export interface SourceWriter {
  readonly storage: Pick<Storage, 'knowledge' | 'workspaces'>
  readonly config: { readonly limits: Limits }
  readonly ports: { readonly egress: EgressPort }
  readonly documents: Pick<Documents, 'read'>
  readonly knowledge: { embedSoon(base: { id: string; workspaceId: string }): void }
  readonly sourceReader: { soon(): void }
  readonly now: () => number
}

/** Fetches a page and stores it. If it cannot be read, stores the problem and keeps the previous content. */
export async function savePage(
  service: SourceWriter,
  base: KnowledgeBase,
  source: KnowledgeSource,
  egress: Pick<EgressPort, 'send'> = service.ports.egress,
): Promise<KnowledgeSource> {
  const page = await readPage(egress, source.workspaceId, source.url ?? '')
  const given = { title: titleOf(source), around: whileMarked(service, source) }
  const saved = 'problem' in page ? page : await saveText(service, base, source, { ...page, ...given })
  if ('source' in saved) return saved.source
  const { knowledge } = service.storage
  const { workspaceId, id, dueAt } = source
  const known = await knowledge.changeSource(workspaceId, id, { problem: saved.problem, dueAt })
  if (known) return known
  const failed = { ...source, title: source.title || (source.url ?? ''), problem: saved.problem }
  return stored(failed, await knowledge.saveSource(failed, [], sizeOf(service)))
}

/** Title that the author chose; otherwise the page provides one. */
const titleOf = ({ title, url }: KnowledgeSource): string | undefined =>
  title === '' || title === url ? undefined : title

interface GivenText extends Omit<DocumentToChunk, 'url'> {
  /** Id of the question that the text answers, which is then no longer listed. */
  answers?: string
  around?: Around
}

/** Divides a text into passages and stores them; unchanged text keeps its passages and vectors. */
export async function saveText(
  service: SourceWriter,
  base: KnowledgeBase,
  source: KnowledgeSource,
  { kind, text, title, answers, around }: GivenText,
): Promise<{ source: KnowledgeSource } | { problem: string }> {
  const document = { kind, text, title, url: source.url }
  const read = await service.documents.read(source.workspaceId, 'chunkDocument', document, around)
  if ('problem' in read) return read
  const { knowledge } = service.storage
  const { chunks, bytes, textHash } = read.result
  if (source.textHash === textHash && source.chunks === chunks.length) {
    const { dueAt, refreshedAt } = source
    const same = await knowledge.changeSource(source.workspaceId, source.id, { problem: null, dueAt, refreshedAt })
    if (same) return { source: same }
  }
  const changed: KnowledgeSource = {
    ...source,
    title: read.result.title,
    problem: null,
    embeddingProblem: null,
    bytes,
    chunks: chunks.length,
    textHash,
  }
  const saved = stored(changed, await knowledge.saveSource(changed, chunks, sizeOf(service), answers))
  if (isEmbedding(base)) service.knowledge.embedSoon(base)
  return { source: saved }
}

/** Stores a site, whose pages are then read in the background. */
export async function saveSite(service: SourceWriter, site: KnowledgeSource): Promise<KnowledgeSource> {
  const named = { ...site, title: site.title || (site.url ?? ''), dueAt: service.now() }
  const saved = stored(named, await service.storage.knowledge.saveSource(named, [], sizeOf(service)))
  service.sourceReader.soon()
  return saved
}

function stored(source: KnowledgeSource, outcome: 'saved' | 'missing' | 'full'): KnowledgeSource {
  if (outcome === 'full') throw new LimitExceeded('knowledgeChunks')
  if (outcome === 'missing') throw new ApiError('knowledge_base_not_found')
  return source
}

const sizeOf = ({ config: { limits } }: Pick<SourceWriter, 'config'>) => ({
  bytes: limits.knowledgeBytes,
  chunks: limits.knowledgeChunks,
})
