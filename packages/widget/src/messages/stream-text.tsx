import { RichText } from './rich-text.js'
import { streamedNodes } from './streamed-nodes.js'

/** Text of a model as it grows. */
export default function StreamText({ text }: { text: string }) {
  return (
    <div class="bubble host" part="host-bubble" dir="auto">
      <RichText nodes={streamedNodes(text)} />
    </div>
  )
}
