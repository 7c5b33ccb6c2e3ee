export interface HeadCodeJob {
  authored: string
  /** Maximum nesting of elements. */
  depth: number
}

/** The elements of custom head code, or why it was rejected. */
export type ParsedHeadCode = { elements: string } | { problem: string; limit: 'headCodeDepth' | 'headCodeMilliseconds' }
