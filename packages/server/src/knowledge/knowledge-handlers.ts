import { ApiError, type EndpointId } from '@colloquy/api'
import { embedsTexts } from '@colloquy/flow/integrations'
import type { KnowledgeBase, KnowledgeKind, KnowledgeQuestion, KnowledgeSource, Workspace } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import type { Needs, Service } from '../service.js'
import { isEmbedding } from './embed-bases.js'
import { savePage, saveSite, saveText } from './save-source.js'
import { firstRefresh } from './source-reader.js'
import { lease } from './while-marked.js'

type KnowledgeEndpoint = Extract<EndpointId, `${string}Knowledge${string}`>

export const knowledgeHandlers: Handlers<KnowledgeEndpoint> = {
  async listKnowledgeBases({ storage }, { workspace }) {
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

  async createKnowledgeBase({ storage, now }, { body, workspace }) {
    const at = now()
    const base = {
      id: newId(),
      workspaceId: workspace.id,
      name: body.name,
      credentialsId: null,
      embeddingModel: null,
      revision: 0,
      createdAt: at,
      updatedAt: at,
    }
    await storage.knowledge.createBase(base)
    return { knowledgeBase: baseDocument(base) }
  },

  async updateKnowledgeBase(service, { params, body: { name, embedding }, workspace }) {
    const { storage, now } = service
    const before = await baseIn(service, workspace, params.baseId)
    if (embedding) await checkEmbedding(service, before.workspaceId, embedding.credentialsId)
    const change = {
      ...(name !== undefined && { name }),
      ...(embedding !== undefined && {
        credentialsId: embedding?.credentialsId ?? null,
        embeddingModel: embedding?.model ?? null,
      }),
    }
    const base = await storage.knowledge.changeBase(before.workspaceId, before.id, change, now())
    if (!base) throw new ApiError('knowledge_base_not_found')
    if (embedding !== undefined) service.knowledge.embedSoon(base)
    return { knowledgeBase: baseDocument(base) }
  },

  async deleteKnowledgeBase({ storage, remover }, { params, workspace }) {
    const base = await storage.knowledge.deleteBase(workspace.id, params.baseId)
    if (!base) throw new ApiError('knowledge_base_not_found')
    remover.soon()
    return { knowledgeBase: baseDocument(base) }
  },

  async listKnowledgeSources(service, { params, workspace }) {
    const base = await baseIn(service, workspace, params.baseId)
    const sources = await service.storage.knowledge.listSources(base.workspaceId, base.id)
    return {
      knowledgeSources: sources.map(({ embedded, ...source }) => sourceDocument(service, source, embedded)),
    }
  },

  async addKnowledgeSource(service, { params, body: { source }, workspace }) {
    const base = await baseIn(service, workspace, params.baseId)
    const made = newSource(service, base, source)
    if (source.kind === 'page') return { knowledgeSource: sourceDocument(service, await savePage(service, base, made)) }
    if (source.kind === 'site') return { knowledgeSource: sourceDocument(service, await saveSite(service, made)) }
    const saved = await saveText(service, base, made, { kind: source.kind, text: source.text, title: source.title })
    if ('problem' in saved) throw new ApiError('knowledge_source_unreadable', { message: saved.problem })
    return { knowledgeSource: sourceDocument(service, saved.source) }
  },

  async refreshKnowledgeSource(service, { params, workspace }) {
    const base = await baseIn(service, workspace, params.baseId)
    const source = await service.storage.knowledge.getSource(base.workspaceId, base.id, params.sourceId)
    if (!source) throw new ApiError('knowledge_source_not_found')
    const { embedded, ...before } = source
    if (source.kind === 'site') {
      const due = await service.storage.knowledge.changeSource(base.workspaceId, source.id, {
        problem: null,
        dueAt: service.now(),
      })
      if (!due) throw new ApiError('knowledge_source_not_found')
      service.sourceReader.soon()
      return { knowledgeSource: sourceDocument(service, due) }
    }
    if (source.kind !== 'page') throw new ApiError('knowledge_source_not_a_page')
    const at = service.now()
    const dueAt = before.refreshesDaily ? (before.dueAt ?? firstRefresh(source, at)) : null
    const read = await savePage(service, base, { ...before, dueAt, refreshedAt: at })
    return { knowledgeSource: sourceDocument(service, read, read.textHash === before.textHash ? embedded : 0) }
  },

  async updateKnowledgeSource(service, { params, body: { refreshesDaily }, workspace }) {
    const base = await baseIn(service, workspace, params.baseId)
    const source = await service.storage.knowledge.getSource(base.workspaceId, base.id, params.sourceId)
    if (!source) throw new ApiError('knowledge_source_not_found')
    if (source.kind !== 'page' && source.kind !== 'site') throw new ApiError('knowledge_source_not_a_page')
    const dueAt = refreshesDaily ? firstRefresh(source, service.now()) : null
    const changed = await service.storage.knowledge.changeSource(base.workspaceId, source.id, { refreshesDaily, dueAt })
    if (!changed) throw new ApiError('knowledge_source_not_found')
    return { knowledgeSource: sourceDocument(service, changed, source.embedded) }
  },

  async deleteKnowledgeSource(service, { params, workspace }) {
    const base = await baseIn(service, workspace, params.baseId)
    const source = await service.storage.knowledge.deleteSource(base.workspaceId, base.id, params.sourceId)
    if (!source) throw new ApiError('knowledge_source_not_found')
    return { knowledgeSource: sourceDocument(service, source) }
  },

  async listKnowledgeQuestions({ storage }, { params, workspace }) {
    const base = await baseIn({ storage }, workspace, params.baseId)
    const questions = await storage.knowledge.listQuestions(base.workspaceId, base.id)
    return { knowledgeQuestions: questions.map(questionDocument) }
  },

  async answerKnowledgeQuestion(service, { params, body: { question, answer }, workspace }) {
    const { knowledge } = service.storage
    const base = await baseIn(service, workspace, params.baseId)
    const asked = (await knowledge.listQuestions(base.workspaceId, base.id)).find(({ id }) => id === params.questionId)
    if (!asked) throw new ApiError('knowledge_question_not_found')
    const whole = question ?? asked.text
    const title = whole.slice(0, maxTitleLength)
    const made = newSource(service, base, { kind: 'text', title })
    const text = title === whole ? answer : `${whole}\n\n${answer}`
    const saved = await saveText(service, base, made, { kind: 'text', text, title, answers: asked.id })
    if ('problem' in saved) throw new ApiError('invalid_request', { message: saved.problem })
    return { knowledgeSource: sourceDocument(service, saved.source) }
  },

  async deleteKnowledgeQuestion(service, { params, workspace }) {
    const base = await baseIn(service, workspace, params.baseId)
    const question = await service.storage.knowledge.deleteQuestion(base.workspaceId, base.id, params.questionId)
    if (!question) throw new ApiError('knowledge_question_not_found')
    return { knowledgeQuestion: questionDocument(question) }
  },

  async searchKnowledge(service, { params, body, workspace }) {
    const base = await baseIn(service, workspace, params.baseId)
    const { passages, problem = null } = await service.knowledge.search({
      base,
      question: body.query,
      limit: body.limit,
      spender: { workspaceId: base.workspaceId, botId: '' },
      seconds: secondsOfQuestion,
    })
    return { passages, embeddingProblem: problem }
  },
}

async function baseIn({ storage }: Needs<'storage'>, workspace: Workspace, baseId: string): Promise<KnowledgeBase> {
  const base = await storage.knowledge.getBase(workspace.id, baseId)
  if (!base) throw new ApiError('knowledge_base_not_found')
  return base
}

/** Maximum length of the title of a source. */
const maxTitleLength = 200

function newSource(
  { now }: Needs<'now'>,
  { id: baseId, workspaceId }: KnowledgeBase,
  {
    kind,
    title = '',
    url = null,
    refreshesDaily = false,
  }: {
    kind: KnowledgeKind
    title?: string | undefined
    url?: string | null | undefined
    refreshesDaily?: boolean | undefined
  },
): KnowledgeSource {
  const at = now()
  const id = newId()
  const none = { problem: null, embeddingProblem: null, bytes: 0, chunks: 0, parentId: null, textHash: null }
  const times = {
    refreshesDaily,
    dueAt: refreshesDaily ? firstRefresh({ id }, at) : null,
    createdAt: at,
    refreshedAt: at,
  }
  return { id, baseId, workspaceId, kind, title, url, ...none, ...times }
}

/** Longest time that a person who tries a question waits for its vector. */
const secondsOfQuestion = 10

async function checkEmbedding({ storage }: Pick<Service, 'storage'>, workspaceId: string, credentialsId: string) {
  const credentials = await storage.credentials.get(workspaceId, credentialsId)
  if (!credentials || !embedsTexts(credentials.type)) throw new ApiError('credentials_not_found')
}

const baseDocument = ({ id, workspaceId, name, createdAt, updatedAt, ...base }: KnowledgeBase) => ({
  id,
  workspaceId,
  name,
  embedding: isEmbedding(base) ? { credentialsId: base.credentialsId, model: base.embeddingModel } : null,
  createdAt: timestamp(createdAt),
  updatedAt: timestamp(updatedAt),
})

const sourceDocument = (
  { now }: Pick<Service, 'now'>,
  { workspaceId: _, textHash: __, dueAt, createdAt, refreshedAt, ...source }: KnowledgeSource,
  embedded = 0,
) => ({
  ...source,
  embedded,
  isWaiting: dueAt !== null && dueAt <= now() + lease,
  createdAt: timestamp(createdAt),
  refreshedAt: timestamp(refreshedAt),
})

const questionDocument = ({ id, text, count, firstAskedAt, lastAskedAt }: KnowledgeQuestion) => ({
  id,
  text,
  count,
  firstAskedAt: timestamp(firstAskedAt),
  lastAskedAt: timestamp(lastAskedAt),
})
