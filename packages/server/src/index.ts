/**
 * The service over HTTP: reads its settings, opens the storage, and carries out the operations of the API. It must not know how a flow is
 * executed, or how rows are stored.
 */

export { ensureFirstOwner } from './access/first-owner.js'
export { type App, type AppOptions, buildApp } from './app.js'
export { type Config, ConfigError, readConfig } from './config/config.js'
export { main, start } from './main.js'
