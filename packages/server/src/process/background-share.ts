/**
 * Work in the background waits this many times as long as its last piece took, so that it occupies the main thread for a quarter of the time
 * at most.
 */
export const backgroundPause = 3
