/** The sandbox for scripts and patterns of authors. */
export { openScripts } from './open-scripts.js'
export { scriptLimitsOf } from './script-limits.js'
