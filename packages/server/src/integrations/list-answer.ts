import type { ListItem } from '@colloquy/flow/integrations'

/** The items that a service offers for an option, or why it does not offer any. */
export interface ListAnswer {
  items: ListItem[]
  problem?: string
}
