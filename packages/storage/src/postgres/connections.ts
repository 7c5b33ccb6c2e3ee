/** The most connections of one process to the database, by what they are for. */
export const connections = { calls: 8, turns: 5, news: 1, claims: 1 }

export const connectionsOfProcess = Object.values(connections).reduce((sum, one) => sum + one, 0)
