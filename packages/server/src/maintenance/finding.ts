/** Result of one check, with advice when something is wrong. */
export interface Finding {
  state: 'ok' | 'warning' | 'error'
  what: string
  found: string
  todo?: string
}
