/** For worker threads, which load nothing else of the ports. */
export { forbidEffects, withoutEffects } from './egress/without-effects.js'
export { goBeforeHelpers, goBehindMainThread, lowerThreadPriority } from './scripts/lower-thread-priority.js'
