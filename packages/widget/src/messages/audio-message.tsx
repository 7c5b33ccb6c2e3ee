import { useEffect, useRef } from 'preact/hooks'
import { safeSource } from '../theme/safe-address.js'
import { useServices } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import type { MessageProps } from './message-props.js'

export function AudioMessage({ message, turn }: MessageProps<'audio'>) {
  const { conversation } = useServices()
  const texts = useTexts()
  const element = useRef<HTMLAudioElement>(null)
  const source = safeSource(message.content.url)
  useEffect(() => {
    const isNew = turn === conversation.state.turn
    // Browsers block sound before the visitor's first interaction; the player is shown anyway.
    if (isNew && message.content.isAutoplayEnabled !== false) element.current?.play().catch(() => {})
  }, [])
  if (!source) return null
  return (
    <div class="media host" part="host-bubble">
      {/* biome-ignore lint/a11y/useMediaCaption: browsers show no captions of sounds; the transcript has the words */}
      <audio ref={element} class="audio" src={source} controls aria-label={texts.audio} />
      {message.content.transcript?.trim() && (
        <details class="words">
          <summary>{texts.showTranscript}</summary>
          <p>{message.content.transcript}</p>
        </details>
      )}
    </div>
  )
}
