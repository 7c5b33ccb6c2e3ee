/** What bots of a workspace may look things up in. */
export interface KnowledgeBase {
  id: string
  workspaceId: string
  name: string
  createdAt: number
  updatedAt: number
}

export type KnowledgeKind = 'text' | 'markdown' | 'html' | 'csv' | 'page'

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
  /** Of the texts of its chunks. */
  bytes: number
  chunks: number
  createdAt: number
  refreshedAt: number
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
  renameBase(workspaceId: string, id: string, name: string, now: number): Promise<KnowledgeBase | undefined>
  /** The removed base; its sources go with it. */
  deleteBase(workspaceId: string, id: string): Promise<KnowledgeBase | undefined>
  getSource(workspaceId: string, baseId: string, id: string): Promise<KnowledgeSource | undefined>
  /** Newest first. */
  listSources(workspaceId: string, baseId: string): Promise<KnowledgeSource[]>
  /**
   * Creates a source, or replaces it with its chunks, a hundred at a time: until the end, searches find earlier chunks, too. 'missing' (and nothing written) when its base is not in its workspace; 'full' when
   * the base would hold more than `most`.
   */
  saveSource(
    source: KnowledgeSource,
    chunks: readonly KnowledgeChunk[],
    most: KnowledgeSize,
  ): Promise<'saved' | 'missing' | 'full'>
  /** Notes why a source could not be read. */
  setProblem(workspaceId: string, id: string, problem: string): Promise<KnowledgeSource | undefined>
  deleteSource(workspaceId: string, baseId: string, id: string): Promise<KnowledgeSource | undefined>
  /** Chunks of a base with at least one of the words, those that fit best first, as far as the database can tell. */
  findByWords(baseId: string, words: readonly string[], limit: number): Promise<KnowledgeChunk[]>
}
