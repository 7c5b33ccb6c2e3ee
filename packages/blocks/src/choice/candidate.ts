/** A displayed item in the form that replies are compared with. */
export interface Candidate {
  id: string
  /** Text that the visitor reads. */
  label: string
  /** Value stored instead of the label, if any. */
  value?: string
  edgeId?: string
}
