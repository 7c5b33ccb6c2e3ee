import type { Message } from '@colloquy/chat'
import type { ComponentType } from 'preact'
import { lazyView } from '../view/lazy-view.js'
import type { MessageProps } from './message-props.js'
import { RichText } from './rich-text.js'

const Media = lazyView<MessageProps<never>>(() => import('./media-message.js'))

/** One view for each kind of message. */
export const messageViews = {
  text: TextMessage,
  image: Media,
  video: Media,
  audio: Media,
  embed: Media,
  'custom-embed': Media,
} satisfies { [T in Message['type']]: ComponentType<MessageProps<T>> | typeof Media }

export function MessageView({ message, turn }: MessageProps) {
  const View = messageViews[message.type] as ComponentType<MessageProps> | undefined
  return View ? <View message={message} turn={turn} /> : null
}

function TextMessage({ message }: MessageProps<'text'>) {
  const { content } = message
  if ('markdown' in content) return <div class="bubble host">{content.plainText}</div>
  return (
    <div class="bubble host" part="host-bubble" dir="auto">
      <RichText nodes={content.richText} />
    </div>
  )
}
