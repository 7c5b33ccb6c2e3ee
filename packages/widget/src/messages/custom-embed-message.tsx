import { useEffect, useRef } from 'preact/hooks'
import { useServices } from '../view/chat-context.js'
import { useAllWords } from '../words/use-all-words.js'
import type { MessageProps } from './message-props.js'

/** Something that a script of the service's own blocks draws, such as a calendar to book in. */
export function CustomEmbedMessage({ message, turn }: MessageProps<'custom-embed'>) {
  const { conversation, connection, scripts } = useServices()
  const words = useAllWords()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { initFunction, waitForEventFunction } = message.content
    const run = async () => {
      const { runScript } = await import('../actions/run-script.js')
      const botElement = place.current
      await runScript({
        content: initFunction.content,
        args: { ...initFunction.args, botElement },
        mode: scripts,
        host: connection.host,
      })
      if (!waitForEventFunction || turn !== conversation.state.turn) return
      const continueFlow = (text?: string) =>
        conversation.reply(turn, text === undefined ? {} : { message: { type: 'text', text: String(text) } })
      const args = { ...waitForEventFunction.args, botElement, continueFlow }
      await runScript({ content: waitForEventFunction.content, args, mode: scripts, host: connection.host })
    }
    run().catch((error) => {
      const { session } = conversation.state
      const log = { status: 'error' as const, description: 'A custom embed failed', details: String(error) }
      if (session) connection.log(session.sessionId, [log])
    })
  }, [])
  return (
    <div class="media wide host" part="host-bubble">
      {/* biome-ignore lint/a11y/useSemanticElements: what comes in is unknown */}
      <div ref={place} class="custom" role="group" aria-label={words.page} />
    </div>
  )
}
