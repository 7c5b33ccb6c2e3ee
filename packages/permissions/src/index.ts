export * from './permissions.js'
export * from './standing.js'
