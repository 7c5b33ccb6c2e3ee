import type { AttributeType } from '../contacts/index.js'

export const severities = ['error', 'warning', 'info'] as const

/** `error`: something does not work. `warning`: probably unintended. `info`: worth knowing, often intended. */
export type Severity = (typeof severities)[number]

/** Location in the flow: ids of the parts concerned, and the path of the exact value in the document (`groups.0.blocks.2`). */
export interface Location {
  groupId?: string
  blockId?: string
  itemId?: string
  edgeId?: string
  eventId?: string
  variableId?: string
  path?: string
}

/** A change that fixes a problem: replaces the value at a path of the document, or removes it if `value` is absent. */
export interface Fix {
  title: string
  edits: { path: string; value?: unknown }[]
}

/** Something in a flow that does not work or is probably unintended. */
export interface Problem {
  /** Name of the rule that found it. */
  rule: string
  severity: Severity
  location: Location
  /** A sentence that says what was found and what to do. */
  message: string
  fix?: Fix
}

/** Facts outside the flow. Checks that depend on an absent fact are skipped. */
export interface LintContext {
  /** Ids of the credentials in the workspace. */
  credentialsIds?: ReadonlySet<string>
  /** Ids of the bots in the workspace. */
  botIds?: ReadonlySet<string>
  /** Ids of those bots that visitors can reach. */
  publishedBotIds?: ReadonlySet<string>
  /** Ids of the knowledge bases in the workspace. */
  knowledgeBaseIds?: ReadonlySet<string>
  /** Ids of those credentials whose services may not be called. */
  refusedCredentialsIds?: ReadonlySet<string>
  /** Teams of the workspace by their ids. */
  teams?: ReadonlyMap<string, { hasBusinessHours: boolean }>
  /** True if the workspace has business hours. */
  hasBusinessHours?: boolean
  /** Types of the channels on which the bot answers. */
  channelTypes?: ReadonlySet<string>
  /** Attributes of the workspace's contacts, each by its id and by its name. */
  attributes?: ReadonlyMap<string, { id: string; type: AttributeType }>
}
