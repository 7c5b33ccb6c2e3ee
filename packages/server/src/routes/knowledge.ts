import { ApiError, type EndpointId } from '@colloquy/api'
import type { KnowledgeBase, KnowledgeSource } from '@colloquy/storage'
import { writableWorkspace } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { workspaceOfDelete } from '../http/workspace-of-delete.js'
import { newId } from '../ids.js'
import type { TextKind } from '../knowledge/document.js'
import { readPage } from '../knowledge/read-page.js'
import { searchKnowledge } from '../knowledge/search-knowledge.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Service } from '../service.js'

type KnowledgeEndpoint = Extract<EndpointId, `${string}Knowledge${string}`>

export const knowledgeHandlers: Handlers<KnowledgeEndpoint> = {
  async listKnowledgeBases({ storage }, { caller, query }) {
    const workspace = await writableWorkspace(storage, caller, query.workspaceId)
    const bases = await storage.knowledge.listBases(workspace.id)
    return {
      knowledgeBases: bases.map(({ bytes, chunks, sources, ...base }) => ({
        ...baseDocument(base),
        bytes,
        chunks,
        sources,
      })),
    }
  },

  async createKnowledgeBase({ storage, config, now }, { caller, body }) {
    const workspace = await writableWorkspace(storage, caller, body.workspaceId)
    const bases = await storage.knowledge.listBases(workspace.id)
    if (bases.length >= config.limits.knowledgeBases) throw new LimitExceeded('knowledgeBases')
    const at = now()
    const base = { id: newId(), workspaceId: workspace.id, name: body.name, createdAt: at, updatedAt: at }
    await storage.knowledge.createBase(base)
    return { knowledgeBase: baseDocument(base) }
  },

  async updateKnowledgeBase({ storage, now }, { caller, params, body }) {
    const workspace = await writableWorkspace(storage, caller, body.workspaceId)
    const base = await storage.knowledge.renameBase(workspace.id, params.baseId, body.name, now())
    if (!base) throw new ApiError('knowledge_base_not_found')
    return { knowledgeBase: baseDocument(base) }
  },

  async deleteKnowledgeBase({ storage }, { caller, params, query, body }) {
    const workspace = await writableWorkspace(storage, caller, workspaceOfDelete({ query, body }))
    const base = await storage.knowledge.deleteBase(workspace.id, params.baseId)
    if (!base) throw new ApiError('knowledge_base_not_found')
    return { knowledgeBase: baseDocument(base) }
  },

  async listKnowledgeSources({ storage }, { caller, params, query }) {
    const base = await writableBase({ storage }, caller, query.workspaceId, params.baseId)
    const sources = await storage.knowledge.listSources(base.workspaceId, base.id)
    return { knowledgeSources: sources.map(sourceDocument) }
  },

  async addKnowledgeSource(service, { caller, params, body: { workspaceId, source } }) {
    const { storage, config, now } = service
    const base = await writableBase(service, caller, workspaceId, params.baseId)
    const others = await storage.knowledge.listSources(base.workspaceId, base.id)
    if (others.length >= config.limits.knowledgeSources) throw new LimitExceeded('knowledgeSources')
    const at = now()
    const made: KnowledgeSource = {
      id: newId(),
      baseId: base.id,
      workspaceId: base.workspaceId,
      kind: source.kind,
      title: source.title ?? '',
      url: source.url ?? null,
      problem: null,
      bytes: 0,
      chunks: 0,
      createdAt: at,
      refreshedAt: at,
    }
    if (source.kind === 'page') return { knowledgeSource: sourceDocument(await savePage(service, made)) }
    const saved = await saveText(service, made, source.kind, source.text, source.title)
    if ('problem' in saved) throw new ApiError('knowledge_source_unreadable', { message: saved.problem })
    return { knowledgeSource: sourceDocument(saved.source) }
  },

  async refreshKnowledgeSource(service, { caller, params, body }) {
    const base = await writableBase(service, caller, body.workspaceId, params.baseId)
    const source = await service.storage.knowledge.getSource(base.workspaceId, base.id, params.sourceId)
    if (!source) throw new ApiError('knowledge_source_not_found')
    if (source.kind !== 'page') throw new ApiError('knowledge_source_not_a_page')
    return { knowledgeSource: sourceDocument(await savePage(service, { ...source, refreshedAt: service.now() })) }
  },

  async deleteKnowledgeSource(service, { caller, params, query, body }) {
    const base = await writableBase(service, caller, workspaceOfDelete({ query, body }), params.baseId)
    const source = await service.storage.knowledge.deleteSource(base.workspaceId, base.id, params.sourceId)
    if (!source) throw new ApiError('knowledge_source_not_found')
    return { knowledgeSource: sourceDocument(source) }
  },

  async searchKnowledge(service, { caller, params, body }) {
    const base = await writableBase(service, caller, body.workspaceId, params.baseId)
    return { passages: await searchKnowledge(service.storage, base.id, body.query, body.limit) }
  },
}

async function writableBase(
  { storage }: Pick<Service, 'storage'>,
  caller: Caller,
  workspaceId: string,
  baseId: string,
): Promise<KnowledgeBase> {
  const workspace = await writableWorkspace(storage, caller, workspaceId)
  const base = await storage.knowledge.getBase(workspace.id, baseId)
  if (!base) throw new ApiError('knowledge_base_not_found')
  return base
}

/** Fetches a page and stores it; what cannot be read is stored with its problem, and keeps what was read before. */
async function savePage(service: Service, source: KnowledgeSource): Promise<KnowledgeSource> {
  const page = await readPage(service.ports.egress, source.workspaceId, source.url ?? '')
  const saved =
    'problem' in page ? page : await saveText(service, source, page.kind, page.text, source.title || undefined)
  if ('source' in saved) return saved.source
  const { knowledge } = service.storage
  const known = await knowledge.setProblem(source.workspaceId, source.id, saved.problem)
  if (known) return known
  const failed = { ...source, title: source.title || (source.url ?? ''), problem: saved.problem }
  return stored(failed, await knowledge.saveSource(failed, [], sizeOf(service)))
}

async function saveText(
  service: Service,
  source: KnowledgeSource,
  kind: TextKind,
  text: string,
  title: string | undefined,
): Promise<{ source: KnowledgeSource } | { problem: string }> {
  const document = { kind, text, title, url: source.url }
  const chunked = await service.flows.run(source.workspaceId, 'chunkDocument', document, text.length)
  if ('problem' in chunked) return chunked
  const { chunks } = chunked
  const bytes = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.text), 0)
  const read = { ...source, title: chunked.title, problem: null, bytes, chunks: chunks.length }
  return { source: stored(read, await service.storage.knowledge.saveSource(read, chunks, sizeOf(service))) }
}

function stored(source: KnowledgeSource, outcome: 'saved' | 'missing' | 'full'): KnowledgeSource {
  if (outcome === 'full') throw new LimitExceeded('knowledgeChunks')
  if (outcome === 'missing') throw new ApiError('knowledge_base_not_found')
  return source
}

const sizeOf = ({ config: { limits } }: Pick<Service, 'config'>) => ({
  bytes: limits.knowledgeBytes,
  chunks: limits.knowledgeChunks,
})

const baseDocument = ({ id, workspaceId, name, createdAt, updatedAt }: KnowledgeBase) => ({
  id,
  workspaceId,
  name,
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
})

const sourceDocument = ({ workspaceId: _, createdAt, refreshedAt, ...source }: KnowledgeSource) => ({
  ...source,
  createdAt: timestamp(createdAt),
  refreshedAt: timestamp(refreshedAt),
})
