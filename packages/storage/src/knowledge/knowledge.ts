/** What bots of a workspace may look things up in. */
export interface KnowledgeBase {
  id: string
  workspaceId: string
  name: string
  /** With the model: who embeds its passages. Both null: its passages are found by words only. */
  credentialsId: string | null
  embeddingModel: string | null
  /** Changes with what its vectors are. */
  revision: number
  createdAt: number
  updatedAt: number
}

/** What authors change of a base. */
export type KnowledgeBaseChange = Partial<Pick<KnowledgeBase, 'name' | 'credentialsId' | 'embeddingModel'>>

/** A `site` has no chunks: its pages are sources. */
export type KnowledgeKind = 'text' | 'markdown' | 'html' | 'csv' | 'page' | 'site'

/** A document of a base. Its text is kept as chunks only. */
export interface KnowledgeSource {
  id: string
  baseId: string
  workspaceId: string
  kind: KnowledgeKind
  title: string
  url: string | null
  /** Why it could not be read the last time; its chunks are those of the time before. */
  problem: string | null
  /** Why not all of its chunks have a vector; null while there is nothing wrong. */
  embeddingProblem: string | null
  /** Of the texts of its chunks. */
  bytes: number
  chunks: number
  /** Of a page: the site that it was found in. */
  parentId: string | null
  refreshesDaily: boolean
  /** When it is read by itself; null where it is not. */
  dueAt: number | null
  /** Of its chunks, so that what did not change is not stored again; null where it was not read. */
  textHash: string | null
  createdAt: number
  refreshedAt: number
}

/** What becomes of a source without its chunks. */
export type KnowledgeSourceChange = Partial<
  Pick<KnowledgeSource, 'title' | 'problem' | 'refreshesDaily' | 'dueAt' | 'refreshedAt'>
>

/** A source with how many of its chunks have a vector of the model of their base. */
export interface ListedSource extends KnowledgeSource {
  embedded: number
}

/** A passage that a search finds. */
export interface KnowledgeChunk {
  /** Its last ten signs are random letters (lower case) and digits. */
  id: string
  /** The headings above it. */
  title: string
  url: string | null
  text: string
  /** The words that it is found by, reduced and separated by blanks. */
  words: string
}

/** A chunk that has no vector yet. */
export interface PendingChunk {
  id: string
  sourceId: string
}

/** What a chunk means, for a model. */
export interface KnowledgeVector {
  chunkId: string
  /** Signed bytes as base64. */
  vector: string
  /** What a byte is multiplied with. */
  scale: number
}

/** What visitors asked and found no answer to. */
export interface KnowledgeQuestion {
  id: string
  baseId: string
  workspaceId: string
  /** The normalised text; unique in its base. */
  key: string
  /** As it was asked the last time. */
  text: string
  count: number
  firstAskedAt: number
  lastAskedAt: number
}

/** How much a base holds. */
export interface KnowledgeSize {
  bytes: number
  chunks: number
}

export interface KnowledgeStore {
  createBase(base: KnowledgeBase): Promise<void>
  getBase(workspaceId: string, id: string): Promise<KnowledgeBase | undefined>
  /** The ids of the bases of a workspace. */
  baseIds(workspaceId: string): Promise<string[]>
  /** By name, with how much each holds. */
  listBases(workspaceId: string): Promise<(KnowledgeBase & KnowledgeSize & { sources: number })[]>
  /** With other credentials or another model, what was wrong with embedding is forgotten. */
  changeBase(
    workspaceId: string,
    id: string,
    change: KnowledgeBaseChange,
    now: number,
  ): Promise<KnowledgeBase | undefined>
  /** The removed base; its sources go with it. */
  deleteBase(workspaceId: string, id: string): Promise<KnowledgeBase | undefined>
  /** With how many of its chunks have a vector of the model of its base. */
  getSource(workspaceId: string, baseId: string, id: string): Promise<ListedSource | undefined>
  /** Newest first. */
  listSources(workspaceId: string, baseId: string): Promise<ListedSource[]>
  /**
   * Creates a source, or replaces it with its chunks, a hundred at a time: until the end, searches find earlier chunks, too. 'missing' (and nothing written) when its base is not in its workspace; 'full' when
   * the base would hold more than `most`. `answered` is the id of a question of the base that is then gone.
   */
  saveSource(
    source: KnowledgeSource,
    chunks: readonly KnowledgeChunk[],
    most: KnowledgeSize,
    answered?: string,
  ): Promise<'saved' | 'missing' | 'full'>
  changeSource(workspaceId: string, id: string, change: KnowledgeSourceChange): Promise<KnowledgeSource | undefined>
  /** Sources that are due, of all workspaces; they are due again at `leasedUntil`, so that nobody else takes them before. */
  takeDueSources(now: number, leasedUntil: number, limit: number): Promise<KnowledgeSource[]>
  /**
   * Makes the pages of a site those that are given: adds those that are new, removes others, and has all of them read at `dueAt`. Nothing
   * happens where the site is gone.
   */
  setPages(site: KnowledgeSource, pages: readonly KnowledgeSource[], dueAt: number): Promise<void>
  /** With its pages. */
  deleteSource(workspaceId: string, baseId: string, id: string): Promise<KnowledgeSource | undefined>
  /** Chunks of a base with at least one of the words, those that fit best first, as far as the database can tell. */
  findByWords(baseId: string, words: readonly string[], limit: number): Promise<KnowledgeChunk[]>
  /** Chunks of a base by their ids, in any order; those that are gone are left out. */
  chunks(baseId: string, ids: readonly string[]): Promise<KnowledgeChunk[]>
  /** Bases that have chunks without a vector of their model and without a problem, of all workspaces. */
  basesToEmbed(): Promise<Pick<KnowledgeBase, 'id' | 'workspaceId'>[]>
  /** Chunks of a base that have no vector of the model, source by source; those of sources with a problem are left out. */
  pendingChunks(baseId: string, model: string): Promise<PendingChunk[]>
  /** Stores vectors of chunks that are still there, in place of earlier ones. */
  saveVectors(model: string, vectors: readonly KnowledgeVector[]): Promise<void>
  /** Removes vectors of other models than this one; of all where it is null. */
  removeOldVectors(baseId: string, model: string | null): Promise<void>
  /** Vectors of a model in the order of their chunks' ids, after one of them. */
  vectors(baseId: string, model: string, after: string, limit: number): Promise<KnowledgeVector[]>
  /** Notes why chunks have no vector: those of one source, else of each in which some have none. */
  setEmbeddingProblem(baseId: string, model: string, problem: string, sourceId?: string): Promise<void>
  /** Forgets problems with embedding, of all bases or of one. */
  clearEmbeddingProblems(baseId?: string): Promise<void>
  /** Notes that the vectors of a base have changed. */
  renewVectors(baseId: string): Promise<void>
  /** Counts a question that had no answer; of a base that has more than `most`, those that were asked least recently go. */
  noteQuestion(
    question: Pick<KnowledgeQuestion, 'id' | 'baseId' | 'workspaceId' | 'key' | 'text'> & { now: number },
    most: number,
  ): Promise<void>
  /** Those that were asked most often first. */
  listQuestions(workspaceId: string, baseId: string): Promise<KnowledgeQuestion[]>
  deleteQuestion(workspaceId: string, baseId: string, id: string): Promise<KnowledgeQuestion | undefined>
  /** Removes questions that were last asked before then: at most `limit`. How many. */
  removeQuestionsBefore(before: number, limit: number): Promise<number>
}
