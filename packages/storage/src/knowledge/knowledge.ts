/** A set of documents that bots of a workspace can search. */
export interface KnowledgeBase {
  id: string
  workspaceId: string
  name: string
  /** Together with the model, the service that embeds its passages. If both are null, its passages are found by words only. */
  credentialsId: string | null
  embeddingModel: string | null
  /** Changes when its vectors change. */
  revision: number
  createdAt: number
  updatedAt: number
}

/** Fields of a base that authors can change. */
export type KnowledgeBaseChange = Partial<Pick<KnowledgeBase, 'name' | 'credentialsId' | 'embeddingModel'>>

/** A `site` has no chunks: its pages are sources. */
export type KnowledgeKind = 'text' | 'markdown' | 'html' | 'csv' | 'page' | 'site'

/** A document of a base. Its text is stored as chunks only. */
export interface KnowledgeSource {
  id: string
  baseId: string
  workspaceId: string
  kind: KnowledgeKind
  title: string
  url: string | null
  /** Why the last attempt to read it failed; its chunks are those of the attempt before. */
  problem: string | null
  /** Why some of its chunks have no vector; null as long as there is no problem. */
  embeddingProblem: string | null
  /** Size of the texts of its chunks. */
  bytes: number
  chunks: number
  /** For a page: the site that it was found on. */
  parentId: string | null
  refreshesDaily: boolean
  /** Time at which it is next read automatically; null if it is not. */
  dueAt: number | null
  /** Hash of its chunks, so that an unchanged text is not stored again; null until the source has been read. */
  textHash: string | null
  createdAt: number
  refreshedAt: number
}

/** Changes to a source that leave its chunks alone. */
export type KnowledgeSourceChange = Partial<
  Pick<KnowledgeSource, 'title' | 'problem' | 'refreshesDaily' | 'dueAt' | 'refreshedAt'>
>

/** A source with the number of its chunks that have a vector of the model of their base. */
export interface ListedSource extends KnowledgeSource {
  embedded: number
}

/** A passage that a search finds. */
export interface KnowledgeChunk {
  /** Its last ten characters are random lowercase letters and digits. */
  id: string
  /** The headings above it. */
  title: string
  url: string | null
  text: string
  /** Words by which it is found, stemmed and separated by spaces. */
  words: string
}

/** A chunk that has no vector yet. */
export interface PendingChunk {
  id: string
  sourceId: string
}

/** The embedding of a chunk by one model. */
export interface KnowledgeVector {
  chunkId: string
  /** Signed bytes as base64. */
  vector: string
  /** Factor by which each byte is multiplied. */
  scale: number
}

/** A question that visitors asked and that had no answer. */
export interface KnowledgeQuestion {
  id: string
  baseId: string
  workspaceId: string
  /** The normalised text; unique in its base. */
  key: string
  /** The wording when it was last asked. */
  text: string
  count: number
  firstAskedAt: number
  lastAskedAt: number
}

/** Size of the contents of a base. */
export interface KnowledgeSize {
  bytes: number
  chunks: number
}

export interface KnowledgeStore {
  createBase(base: KnowledgeBase): Promise<void>
  getBase(workspaceId: string, id: string): Promise<KnowledgeBase | undefined>
  /** The ids of the bases of a workspace. */
  baseIds(workspaceId: string): Promise<string[]>
  /** By name, each with the size of its contents. */
  listBases(workspaceId: string): Promise<(KnowledgeBase & KnowledgeSize & { sources: number })[]>
  /** If the credentials or the model change, earlier problems with embedding are cleared. */
  changeBase(
    workspaceId: string,
    id: string,
    change: KnowledgeBaseChange,
    now: number,
  ): Promise<KnowledgeBase | undefined>
  /** Returns the deleted base; its sources are deleted with it. */
  deleteBase(workspaceId: string, id: string): Promise<KnowledgeBase | undefined>
  /** With the number of its chunks that have a vector of the model of its base. */
  getSource(workspaceId: string, baseId: string, id: string): Promise<ListedSource | undefined>
  /** Newest first. */
  listSources(workspaceId: string, baseId: string): Promise<ListedSource[]>
  /**
   * Creates a source, or replaces it together with its chunks, a hundred at a time: until that is done, searches also find earlier chunks.
   * 'missing' (and nothing written) if its base is not in its workspace; 'full' if the base would exceed `max`. `answered` is the id of a
   * question of the base, which is deleted.
   */
  saveSource(
    source: KnowledgeSource,
    chunks: readonly KnowledgeChunk[],
    max: KnowledgeSize,
    answered?: string,
  ): Promise<'saved' | 'missing' | 'full'>
  changeSource(workspaceId: string, id: string, change: KnowledgeSourceChange): Promise<KnowledgeSource | undefined>
  /**
   * Takes due sources of workspaces that are not `busy`: one of each workspace, then the second of each, and so on. They are due again at
   * `leasedUntil`, so that no other process takes them before.
   */
  takeDueSources(now: number, leasedUntil: number, limit: number, busy?: readonly string[]): Promise<KnowledgeSource[]>
  /**
   * Replaces the pages of a site with the given ones: adds new ones, removes the others, and makes all of them due at `dueAt`. Does nothing
   * if the site is gone.
   */
  setPages(site: KnowledgeSource, pages: readonly KnowledgeSource[], dueAt: number): Promise<void>
  /** Deletes a source and, for a site, its pages. */
  deleteSource(workspaceId: string, baseId: string, id: string): Promise<KnowledgeSource | undefined>
  /** Chunks of a base with at least one of the words, best matches first, as far as the database can rank them. */
  findByWords(baseId: string, words: readonly string[], limit: number): Promise<KnowledgeChunk[]>
  /** Chunks of a base by their ids, in any order; chunks that are gone are omitted. */
  chunks(baseId: string, ids: readonly string[]): Promise<KnowledgeChunk[]>
  /** Bases of all workspaces that have chunks without a vector of their model and without a problem. */
  basesToEmbed(): Promise<Pick<KnowledgeBase, 'id' | 'workspaceId'>[]>
  /** Chunks of a base that have no vector of the model, source by source, except those of sources with a problem. */
  pendingChunks(baseId: string, model: string): Promise<PendingChunk[]>
  /** Stores vectors of chunks that still exist, replacing earlier ones. */
  saveVectors(model: string, vectors: readonly KnowledgeVector[]): Promise<void>
  /** Removes the vectors of all models but this one; all vectors if it is null. */
  removeOldVectors(baseId: string, model: string | null): Promise<void>
  /** Vectors of a model in the order of their chunks' ids, after a given one. */
  vectors(baseId: string, model: string, after: string, limit: number): Promise<KnowledgeVector[]>
  /** Records why chunks have no vector: on one source, or on each source that has chunks without one. */
  setEmbeddingProblem(baseId: string, model: string, problem: string, sourceId?: string): Promise<void>
  /** Clears problems with embedding, of all bases or of one. */
  clearEmbeddingProblems(baseId?: string): Promise<void>
  /** Records that the vectors of a base have changed. */
  renewVectors(baseId: string): Promise<void>
  /** Counts a question that had no answer. If a base has more than `max`, those asked least recently are removed. */
  noteQuestion(
    question: Pick<KnowledgeQuestion, 'id' | 'baseId' | 'workspaceId' | 'key' | 'text'> & { now: number },
    max: number,
  ): Promise<void>
  /** Most frequent questions first. */
  listQuestions(workspaceId: string, baseId: string): Promise<KnowledgeQuestion[]>
  deleteQuestion(workspaceId: string, baseId: string, id: string): Promise<KnowledgeQuestion | undefined>
  /** Removes questions that were last asked before `before`, at most `limit`. Returns how many. */
  removeQuestionsBefore(before: number, limit: number): Promise<number>
}
