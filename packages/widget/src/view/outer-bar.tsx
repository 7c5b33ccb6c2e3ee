import { render } from 'preact'
import { ChatContext, type ChatServices } from './chat-context.js'
import ProgressBar from './progress-bar.js'

/** Draws the progress bar into a place of the page that is not in the chat. Returns what removes it. */
export function drawOuterBar(place: HTMLElement, services: ChatServices): () => void {
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
