import { render } from 'preact'
import { ChatContext, type ChatServices } from './chat-context.js'
import ProgressBar from './progress-bar.js'

/** Renders the progress bar into an element of the page outside the chat. Returns a function that removes it. */
export function renderOuterBar(place: HTMLElement, services: ChatServices): () => void {
  const draw = () => {
    const content = (
      <ChatContext.Provider value={services}>
        <ProgressBar value={services.conversation.state.progress ?? 0} isBottom={false} />
      </ChatContext.Provider>
    )
    render(content, place)
  }
  draw()
  const stop = services.conversation.subscribe(draw)
  return () => {
    stop()
    render(null, place)
  }
}
