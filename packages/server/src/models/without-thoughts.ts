const begin = '<think>'
const end = '</think>'

/** Removes everything between `<think>` and `</think>` from a text that comes in pieces; tags may be split between pieces. */
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
    /** Returns the held-back text at the end: it was not a tag. */
    flush(): string {
      const rest = isThinking ? '' : held
      held = ''
      return rest
    },
  }
}

/** Length of the beginning of a tag at the end of a text. */
function tagStart(text: string, tag: string): number {
  for (let length = tag.length - 1; length > 0; length--) if (text.endsWith(tag.slice(0, length))) return length
  return 0
}
