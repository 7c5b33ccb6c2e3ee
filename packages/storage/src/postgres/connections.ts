/** Maximum number of connections of one process to the database, by their use. */
export const connections = { calls: 8, turns: 5, notifications: 1, claims: 1 }

/**
 * Number of the connections for calls that messages of messaging apps may occupy. A provider delivers those of thousands of contacts at once,
 * each of which takes a dozen calls; those of builders and visitors would wait for all of them.
 */
export const connectionsOfMessages = 3

/**
 * Number of the connections for calls that may store what is learned from documents: a document takes dozens of statements, and locks its base
 * at first, so that those of one base would occupy all connections while they wait for each other.
 */
export const connectionsOfDocuments = 2

export const connectionsOfProcess = Object.values(connections).reduce((sum, one) => sum + one, 0)
