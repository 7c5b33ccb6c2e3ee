export const severities = ['error', 'warning', 'info'] as const

/** `error`: something does not work. `warning`: probably not what was meant. `info`: worth knowing, often intended. */
export type Severity = (typeof severities)[number]

/** Where in the flow: ids of what is concerned, and the path of the very value in the document (`groups.0.blocks.2`). */
export interface Place {
  groupId?: string
  blockId?: string
  itemId?: string
  edgeId?: string
  eventId?: string
  variableId?: string
  path?: string
}

/** A change that mends a problem: the value at a path of the document becomes another; without a value it is removed. */
export interface Fix {
  title: string
  edits: { path: string; value?: unknown }[]
}

/** Something in a flow that does not work or is probably not what was meant. */
export interface Problem {
  /** Name of the rule that found it. */
  rule: string
  severity: Severity
  place: Place
  /** A sentence that says what was found and what to do. */
  message: string
  fix?: Fix
}

/** What lies outside the flow. What is not told is not checked. */
export interface LintContext {
  /** Ids of the credentials that the workspace has. */
  credentialsIds?: ReadonlySet<string>
  /** Ids of the bots that the workspace has. */
  botIds?: ReadonlySet<string>
  /** Ids of those of them that visitors can reach. */
  publishedBotIds?: ReadonlySet<string>
  /** Ids of the knowledge bases that the workspace has. */
  knowledgeBaseIds?: ReadonlySet<string>
  /** Ids of those of the credentials whose services nothing may be sent to. */
  refusedCredentialsIds?: ReadonlySet<string>
}
