import { render } from 'preact'
import { ChatContext, type ChatServices, useStyles } from './chat-context.js'
import styles from './progress-bar.css?inline'
import { useTexts } from './use-texts.js'

/** Progress of the conversation, from 0 to 100. */
export default function ProgressBar({ value, isBottom }: { value: number; isBottom: boolean }) {
  useStyles(styles)
  const texts = useTexts()
  return (
    <div
      class={`progress ${isBottom ? 'bottom' : ''}`}
      part="progress-bar"
      role="progressbar"
      aria-label={texts.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
    >
      <div
        class="progress-value"
        part="progress-bar-value"
        style={{ width: `${Math.min(100, Math.max(0, value))}%` }}
      />
    </div>
  )
}

/** Renders the progress bar into an element of the page outside the chat. Returns a function that removes it. */
export function renderOuterBar(container: HTMLElement, services: ChatServices): () => void {
  const draw = () => {
    const content = (
      <ChatContext.Provider value={services}>
        <ProgressBar value={services.conversation.state.progress ?? 0} isBottom={false} />
      </ChatContext.Provider>
    )
    render(content, container)
  }
  draw()
  const stop = services.conversation.subscribe(draw)
  return () => {
    stop()
    render(null, container)
  }
}
