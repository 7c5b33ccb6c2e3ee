import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Runs in a thread, which beats on while a test keeps the main thread busy. */
const beat = `
  const { parentPort } = require('node:worker_threads')
  const beatMs = 250
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last - beatMs)
    last = now
  }
  setInterval(look, beatMs)
  parentPort.on('message', () => {
    look()
    parentPort.postMessage(longest)
  })`

/** Watches whether the machine stands still: time that passes then says nothing about the service. */
export function watchStandstill() {
  const worker = new Worker(beat, { eval: true })
  worker.unref()
  return {
    /** Resolves to the longest time that it stood still, in milliseconds. */
    async stop(): Promise<number> {
      const answered = once(worker, 'message')
      worker.postMessage('stop')
      const [longest] = await answered
      await worker.terminate()
      return longest
    },
  }
}
