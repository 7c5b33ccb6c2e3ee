import { RichText } from './rich-text.js'
import { streamedNodes, withClosedMarks } from './streamed-nodes.js'

/** Text of a model as it grows. */
export function StreamText({ text, isOver }: { text: string; isOver?: boolean }) {
  return (
    <div class="bubble host" part="host-bubble" dir="auto">
      <RichText nodes={streamedNodes(isOver ? text : withClosedMarks(text))} />
    </div>
  )
}
