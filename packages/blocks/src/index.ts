/**
 * Runtimes: what each type of block does when the walk reaches it, and how its reply is read.
 * It must not know how the walk continues, nor reach the network, the clock or a database.
 */
export { isEmail } from './email-input/is-email.js'
export { extensionsOf } from './file-input/extensions-of.js'
export * from './registry.js'
