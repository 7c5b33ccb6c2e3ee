/** Something that was looked at, and what to do where it is not as it should be. */
export interface Finding {
  state: 'ok' | 'warning' | 'error'
  what: string
  found: string
  todo?: string
}
