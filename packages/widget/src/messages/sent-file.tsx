import type { SentFile } from '../conversation/chat-state.js'
import { safeSource } from '../theme/safe-address.js'
import { useStyles } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import styles from './media.css?inline'

/** A file from the visitor: audio, an image, or its name. */
export function SentFileView({ file }: { file: SentFile }) {
  useStyles(styles)
  const texts = useTexts()
  const source = safeSource(file.url)
  if (source && file.type.startsWith('audio/'))
    // biome-ignore lint/a11y/useMediaCaption: the visitor's own voice
    return <audio class="audio" src={source} controls aria-label={texts.voiceMessage} />
  if (source && /^image\/(png|jpe?g|gif|webp|avif)$/.test(file.type))
    return <img class="image sent" src={source} alt={file.name} />
  return <div class="bubble guest file">{file.name}</div>
}
