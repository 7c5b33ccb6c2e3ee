import type { ListItem } from '@colloquy/flow/integrations'
import type { RecentAnswers } from '../process/recent-answers.js'

declare module '../service.js' {
  interface Service {
    /** Choices for options that services of integrations offer. */
    readonly listAnswers: RecentAnswers<ListAnswer>
  }
}

/** The items that a service offers for an option, or why it does not offer any. */
export interface ListAnswer {
  items: ListItem[]
  problem?: string
}
