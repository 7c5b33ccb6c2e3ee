const begin = '<think>'
const end = '</think>'

/** Leaves out what stands between `<think>` and `</think>` in a text that comes in pieces; tags may be cut by their borders. */
export function withoutThoughts() {
  let held = ''
  let isThinking = false
  const push = (piece: string): string => {
    held += piece
    let shown = ''
    for (;;) {
      const tag = isThinking ? end : begin
      const at = held.indexOf(tag)
      if (at < 0) {
        const rest = held.length - tagStart(held, tag)
        if (!isThinking) shown += held.slice(0, rest)
        held = held.slice(rest)
        return shown
      }
      if (!isThinking) shown += held.slice(0, at)
      held = held.slice(at + tag.length)
      isThinking = !isThinking
    }
  }
  return {
    push,
    /** What was held back, at the end: it was no tag. */
    flush(): string {
      const rest = isThinking ? '' : held
      held = ''
      return rest
    },
  }
}

/** How much of a tag the end of a text is. */
function tagStart(text: string, tag: string): number {
  for (let length = tag.length - 1; length > 0; length--) if (text.endsWith(tag.slice(0, length))) return length
  return 0
}
