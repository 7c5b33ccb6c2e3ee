import { useEffect, useRef } from 'preact/hooks'
import { safeSource } from '../theme/safe-address.js'
import { useServices } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import type { MessageProps } from './message-props.js'

/** A page inside the chat. If the flow waits for it, its message is sent as the reply. */
export function EmbedMessage({ message, turn }: MessageProps<'embed'>) {
  const { conversation, connection } = useServices()
  const texts = useTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  const { url, height, waitForEvent } = message.content
  const source = safeSource(url)
  useEffect(() => {
    if (!waitForEvent?.isEnabled || turn !== conversation.state.turn) return undefined
    const listen = (event: MessageEvent) => {
      const isOwnFrame = event.source !== null && event.source === frame.current?.contentWindow
      if (!isOwnFrame || event.data?.name !== waitForEvent.name) return
      const { data } = event.data
      const isSaved = waitForEvent.saveDataInVariableId && data !== undefined && data !== null
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      conversation.reply(turn, isSaved ? { message: { type: 'text', text } } : {})
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  if (!source) return null
  const here = globalThis.location?.href ?? connection.host
  const isOwn = [here, connection.host].some((one) => new URL(one, here).origin === new URL(source).origin)
  return (
    <div class="media wide host" part="host-bubble">
      <iframe
        ref={frame}
        class="frame"
        style={{ height: `${height ?? 400}px` }}
        src={source}
        title={texts.page}
        allow="autoplay; fullscreen; clipboard-write"
        // A page of our own origin must not access the page around it.
        {...(isOwn && { sandbox: 'allow-scripts allow-forms allow-popups allow-downloads' as never })}
      />
    </div>
  )
}
