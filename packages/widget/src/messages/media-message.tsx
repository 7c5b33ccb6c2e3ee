import type { ComponentType } from 'preact'
import { useStyles } from '../view/chat-context.js'
import { AudioMessage } from './audio-message.js'
import { CustomEmbedMessage } from './custom-embed-message.js'
import { EmbedMessage } from './embed-message.js'
import { ImageMessage } from './image-message.js'
import styles from './media.css?inline'
import type { MessageProps } from './message-props.js'
import { VideoMessage } from './video-message.js'

export { SentFileView } from './sent-file.js'

type MediaType = Exclude<MessageProps['message']['type'], 'text'>

const views: { [T in MediaType]: ComponentType<MessageProps<T>> } = {
  image: ImageMessage,
  video: VideoMessage,
  audio: AudioMessage,
  embed: EmbedMessage,
  'custom-embed': CustomEmbedMessage,
}

/** All messages other than text, in one chunk with sent files: a chat that shows one of them often shows another. */
export default function MediaMessage(props: MessageProps<MediaType>) {
  useStyles(styles)
  const View = views[props.message.type] as ComponentType<MessageProps<MediaType>>
  return <View {...props} />
}
