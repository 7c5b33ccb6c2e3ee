/**
 * Runtimes: what each type of block does when the walk reaches it, and how it reads replies. They must not know how the walk continues, nor
 * access the network, the clock or a database.
 */
export { isEmail } from './email-input/is-email.js'
export * from './registry.js'
