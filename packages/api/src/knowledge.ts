import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { deletesOfWorkspace, nameSchema, ofWorkspace, timestampSchema } from './shapes.js'

const baseParams = z.object({ baseId: z.string() })
const questionParams = baseParams.extend({ questionId: z.string() })
const sourceParams = baseParams.extend({ sourceId: z.string() })

const embeddingSchema = z
  .object({
    credentialsId: z.string().min(1).max(200),
    model: z.string().trim().min(1).max(200).meta({ example: 'text-embedding-3-small' }),
  })
  .meta({ description: 'The service that finds passages by what they mean, and its model' })

const baseSchema = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    embedding: embeddingSchema.nullable(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'KnowledgeBase' })

const sourceSchema = z
  .object({
    id: z.string(),
    baseId: z.string(),
    kind: z
      .enum(['text', 'markdown', 'html', 'csv', 'page', 'site'])
      .meta({ description: '`site`: its pages are sources' }),
    parentId: z.string().nullable().meta({ description: 'Of a page: the site that it was found in' }),
    refreshesDaily: z.boolean(),
    isWaiting: z.boolean().meta({ description: 'It is about to be read' }),
    title: z.string(),
    url: z.string().nullable(),
    problem: z.string().nullable().meta({
      description: 'Why it could not be read the last time; searches still find what was read before',
      example: 'The page answered 404.',
    }),
    bytes: z.int(),
    chunks: z.int().meta({ description: 'Passages that it was divided into' }),
    embedded: z.int().meta({ description: 'Passages that semantic search finds' }),
    embeddingProblem: z.string().nullable().meta({
      description: 'Why semantic search does not find the others; searches by words do',
      example: 'The service answered 401.',
    }),
    createdAt: timestampSchema,
    refreshedAt: timestampSchema,
  })
  .meta({ id: 'KnowledgeSource' })

const questionSchema = z
  .object({
    id: z.string(),
    text: z.string().meta({ description: 'As it was asked the last time', example: 'Do you repair bicycles?' }),
    count: z.int().meta({ description: 'How often it was asked', example: 3 }),
    firstAskedAt: timestampSchema,
    lastAskedAt: timestampSchema,
  })
  .meta({ id: 'KnowledgeQuestion' })

const passageSchema = z
  .object({
    id: z.string(),
    title: z.string().meta({ description: 'The title of the source, with the headings above the passage' }),
    url: z.string().nullable(),
    text: z.string(),
    score: z.number().meta({
      description: 'How well it fits, from 0 to 1, by its words or by what it means, whichever is more',
      example: 0.82,
    }),
  })
  .meta({ id: 'KnowledgePassage' })

const addressSchema = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .meta({ example: 'https://shop.example.com/returns' })
const titleSchema = nameSchema.meta({ example: 'Returns' })

const addressShape = {
  title: titleSchema.optional(),
  refreshesDaily: z.boolean().optional().meta({ description: 'Read it again every day' }),
}

const newSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['text', 'markdown', 'html', 'csv']),
    title: titleSchema,
    text: z.string().min(1),
    url: addressSchema.optional().meta({ description: 'Where visitors can read it' }),
  }),
  z.object({ kind: z.literal('page'), ...addressShape, url: addressSchema }),
  z.object({
    kind: z.literal('site'),
    ...addressShape,
    url: addressSchema.meta({ description: 'Of its sitemap, or of a page: then the pages under its path are read' }),
  }),
])

/** Errors of operations that require a source with an address. */
const addressErrors = [
  'workspace_not_found',
  'knowledge_base_not_found',
  'knowledge_source_not_found',
  'knowledge_source_not_a_page',
] as const

export const knowledgeEndpoints = {
  listKnowledgeBases: {
    id: 'listKnowledgeBases',
    method: 'GET',
    path: '/api/v1/knowledge-bases',
    summary: 'List the knowledge bases of a workspace by name',
    auth: 'read',
    needs: 'knowledge.manage',
    query: ofWorkspace,
    response: z.object({
      knowledgeBases: z.array(baseSchema.extend({ bytes: z.int(), chunks: z.int(), sources: z.int() })),
    }),
    errors: ['workspace_not_found'],
  },
  createKnowledgeBase: {
    id: 'createKnowledgeBase',
    method: 'POST',
    path: '/api/v1/knowledge-bases',
    summary: 'Create a knowledge base',
    auth: 'write',
    needs: 'knowledge.manage',
    body: ofWorkspace.extend({ name: nameSchema }),
    bodyLimit: 'chat',
    response: z.object({ knowledgeBase: baseSchema }),
    errors: ['workspace_not_found', 'knowledge_full'],
  },
  updateKnowledgeBase: {
    id: 'updateKnowledgeBase',
    method: 'PATCH',
    path: '/api/v1/knowledge-bases/{baseId}',
    summary: 'Rename a knowledge base, or choose the model of its semantic search',
    auth: 'write',
    needs: 'knowledge.manage',
    params: baseParams,
    body: ofWorkspace.extend({
      name: nameSchema.optional(),
      embedding: embeddingSchema.nullable().optional().meta({
        description: 'Null: passages are found by words only. Sending the same once more tries again what failed',
      }),
    }),
    bodyLimit: 'chat',
    response: z.object({ knowledgeBase: baseSchema }),
    errors: ['workspace_not_found', 'knowledge_base_not_found', 'credentials_not_found'],
  },
  deleteKnowledgeBase: {
    id: 'deleteKnowledgeBase',
    method: 'DELETE',
    path: '/api/v1/knowledge-bases/{baseId}',
    summary: 'Delete a knowledge base with its sources',
    auth: 'write',
    needs: 'knowledge.manage',
    params: baseParams,
    ...deletesOfWorkspace,
    response: z.object({ knowledgeBase: baseSchema }),
    errors: ['workspace_not_found', 'knowledge_base_not_found'],
  },
  listKnowledgeSources: {
    id: 'listKnowledgeSources',
    method: 'GET',
    path: '/api/v1/knowledge-bases/{baseId}/sources',
    summary: 'List the sources of a knowledge base, newest first',
    auth: 'read',
    needs: 'knowledge.manage',
    params: baseParams,
    query: ofWorkspace,
    response: z.object({ knowledgeSources: z.array(sourceSchema) }),
    errors: ['workspace_not_found', 'knowledge_base_not_found'],
  },
  addKnowledgeSource: {
    id: 'addKnowledgeSource',
    method: 'POST',
    path: '/api/v1/knowledge-bases/{baseId}/sources',
    summary: 'Add a text, the page at an address, or the pages of a site, to a knowledge base',
    auth: 'write',
    needs: 'knowledge.manage',
    params: baseParams,
    body: ofWorkspace.extend({ source: newSourceSchema }),
    bodyLimit: 'chat',
    response: z.object({ knowledgeSource: sourceSchema }),
    errors: ['workspace_not_found', 'knowledge_base_not_found', 'knowledge_source_unreadable', 'knowledge_full'],
  },
  refreshKnowledgeSource: {
    id: 'refreshKnowledgeSource',
    method: 'POST',
    path: '/api/v1/knowledge-bases/{baseId}/sources/{sourceId}/refresh',
    summary: 'Read the page of a source again; pages of a site are read in the background',
    auth: 'write',
    needs: 'knowledge.manage',
    params: sourceParams,
    body: ofWorkspace,
    bodyLimit: 'chat',
    response: z.object({ knowledgeSource: sourceSchema }),
    errors: addressErrors,
  },
  updateKnowledgeSource: {
    id: 'updateKnowledgeSource',
    method: 'PATCH',
    path: '/api/v1/knowledge-bases/{baseId}/sources/{sourceId}',
    summary: 'Turn the daily refresh of a page or a site on or off',
    auth: 'write',
    needs: 'knowledge.manage',
    params: sourceParams,
    body: ofWorkspace.extend({ refreshesDaily: z.boolean() }),
    bodyLimit: 'chat',
    response: z.object({ knowledgeSource: sourceSchema }),
    errors: addressErrors,
  },
  deleteKnowledgeSource: {
    id: 'deleteKnowledgeSource',
    method: 'DELETE',
    path: '/api/v1/knowledge-bases/{baseId}/sources/{sourceId}',
    summary: 'Delete a source of a knowledge base',
    auth: 'write',
    needs: 'knowledge.manage',
    params: sourceParams,
    ...deletesOfWorkspace,
    response: z.object({ knowledgeSource: sourceSchema }),
    errors: ['workspace_not_found', 'knowledge_base_not_found', 'knowledge_source_not_found'],
  },
  listKnowledgeQuestions: {
    id: 'listKnowledgeQuestions',
    method: 'GET',
    path: '/api/v1/knowledge-bases/{baseId}/questions',
    summary: 'List the questions of visitors that a knowledge base had no answer to, those asked most often first',
    auth: 'read',
    needs: 'knowledge.manage',
    params: baseParams,
    query: ofWorkspace,
    response: z.object({ knowledgeQuestions: z.array(questionSchema) }),
    errors: ['workspace_not_found', 'knowledge_base_not_found'],
  },
  answerKnowledgeQuestion: {
    id: 'answerKnowledgeQuestion',
    method: 'POST',
    path: '/api/v1/knowledge-bases/{baseId}/questions/{questionId}/answer',
    summary: 'Add a text with a question and its answer to a knowledge base, and take the question off its list',
    auth: 'write',
    needs: 'knowledge.manage',
    params: questionParams,
    body: ofWorkspace.extend({
      question: nameSchema.optional().meta({ description: 'In better words; by default as it was asked' }),
      answer: z.string().trim().min(1).max(20_000).meta({ example: 'Yes, in our workshop in Hamburg.' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ knowledgeSource: sourceSchema }),
    errors: ['workspace_not_found', 'knowledge_base_not_found', 'knowledge_question_not_found', 'knowledge_full'],
  },
  deleteKnowledgeQuestion: {
    id: 'deleteKnowledgeQuestion',
    method: 'DELETE',
    path: '/api/v1/knowledge-bases/{baseId}/questions/{questionId}',
    summary: 'Remove a question from the list of unanswered ones',
    auth: 'write',
    needs: 'knowledge.manage',
    params: questionParams,
    ...deletesOfWorkspace,
    response: z.object({ knowledgeQuestion: questionSchema }),
    errors: ['workspace_not_found', 'knowledge_base_not_found', 'knowledge_question_not_found'],
  },
  searchKnowledge: {
    id: 'searchKnowledge',
    method: 'POST',
    path: '/api/v1/knowledge-bases/{baseId}/search',
    summary: 'Find the passages of a knowledge base that fit a question best',
    auth: 'read',
    needs: 'knowledge.manage',
    isReadOnly: true,
    params: baseParams,
    body: ofWorkspace.extend({
      query: z.string().trim().min(1).max(2_000).meta({ example: 'How long can I return an order?' }),
      limit: z.int().min(1).max(20).default(5),
    }),
    bodyLimit: 'chat',
    response: z.object({
      passages: z.array(passageSchema),
      embeddingProblem: z.string().nullable().meta({
        description: 'Why passages were found by words only, although the base has semantic search',
        example: null,
      }),
    }),
    errors: ['workspace_not_found', 'knowledge_base_not_found'],
  },
} as const satisfies Record<string, Endpoint>
