/** A displayed item, as replies are compared with it. */
export interface Candidate {
  id: string
  /** Text that the visitor reads. */
  label: string
  /** Value stored instead of the label, if any. */
  value?: string
  edgeId?: string
}
