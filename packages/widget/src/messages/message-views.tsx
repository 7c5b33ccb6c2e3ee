import type { Message } from '@colloquy/chat'
import type { ComponentType } from 'preact'
import { lazyView } from '../view/lazy-view.js'
import { RichText } from './rich-text.js'

export interface MessageProps<T extends Message['type'] = Message['type']> {
  message: Extract<Message, { type: T }>
  /** The turn that brought the message, for those that the flow waits behind. */
  turn: number
}

type Views = { [T in Message['type']]: ComponentType<MessageProps<T>> & { preload?: () => void } }

/** One view for each kind of message. */
export const messageViews = {
  text: TextMessage,
  image: lazyView(() => import('./image-message.js')),
  video: lazyView(() => import('./video-message.js')),
  audio: lazyView(() => import('./audio-message.js')),
  embed: lazyView(() => import('./embed-message.js')),
  'custom-embed': lazyView(() => import('./custom-embed-message.js')),
} satisfies Views

export function MessageView({ message, turn }: MessageProps) {
  const View = messageViews[message.type] as ComponentType<MessageProps>
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
