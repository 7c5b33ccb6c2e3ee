/** For worker threads, which load nothing else of the ports. */
export { withoutEffects } from './egress/without-effects.js'
export { lowerThreadPriority } from './scripts/lower-thread-priority.js'
