import { useEffect, useRef, useState } from 'preact/hooks'
import { safeLink } from '../theme/safe-address.js'
import { useServices } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import type { MessageProps } from './message-props.js'

/**
 * Content rendered by a script of the service's own blocks, such as a booking calendar. If scripts may not touch the page, or the script
 * fails, its page becomes a link and the visitor confirms when to continue.
 */
export function CustomEmbedMessage({ message, turn }: MessageProps<'custom-embed'>) {
  const { conversation, connection, scripts } = useServices()
  const texts = useTexts()
  const container = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(scripts === 'page')
  /** The visitor can confirm only while the page runs, and only once. */
  const [mayGoOn, setMayGoOn] = useState(false)
  const { url, initFunction, waitForEventFunction } = message.content
  useEffect(() => {
    setMayGoOn(waitForEventFunction !== undefined && turn === conversation.state.turn)
    if (!isDrawn) return
    const run = async () => {
      const { runScript } = await import('../actions/run-action.js')
      const botElement = container.current
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
      setDrawn(false)
      const { session } = conversation.state
      const log = { status: 'error' as const, description: 'A custom embed failed', details: String(error) }
      if (session) connection.log(session.sessionId, [log])
    })
  }, [])
  const address = safeLink(url)
  const goOn = () => setMayGoOn(!conversation.reply(turn, {}))
  return (
    <div class="media wide host" part="host-bubble">
      {isDrawn ? (
        // biome-ignore lint/a11y/useSemanticElements: the content is unknown
        <div ref={container} class="custom" role="group" aria-label={texts.page} />
      ) : (
        <div class="custom-link">
          {address && (
            <a class="button" href={address} target="_blank" rel="noopener noreferrer">
              {texts.popupButton}
            </a>
          )}
          {mayGoOn && (
            <button type="button" class="button quiet" onClick={goOn}>
              {texts.goOn}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
