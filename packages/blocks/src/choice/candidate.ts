/** A displayed item, as replies are compared with it. */
export interface Candidate {
  id: string
  /** What the visitor reads. */
  label: string
  /** What is stored instead of the label, if anything. */
  value?: string
  edgeId?: string
}
