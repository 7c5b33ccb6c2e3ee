const beatMs = 250

/** Watches whether this process, and with it the machine, stands still: time that passes then says nothing about the service. */
export function watchStandstill() {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last - beatMs)
    last = now
  }
  const timer = setInterval(look, beatMs)
  return {
    /** The longest time that it stood still, in milliseconds. */
    stop(): number {
      look()
      clearInterval(timer)
      return longest
    },
  }
}
