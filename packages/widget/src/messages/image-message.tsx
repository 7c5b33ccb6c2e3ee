import { safeLink, safePicture } from '../theme/safe-address.js'
import { useAllWords } from '../words/use-all-words.js'
import type { MessageProps } from './message-props.js'

export function ImageMessage({ message }: MessageProps<'image'>) {
  const words = useAllWords()
  const source = safePicture(message.content.url)
  if (!source) return null
  const { url, alt } = message.content.clickLink ?? {}
  const href = safeLink(url)
  const image = <img class="image" src={source} alt={alt || (href ? words.image : '')} />
  return (
    <div class="media host" part="host-bubble">
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {image}
          <span class="sr"> ({words.opensNew})</span>
        </a>
      ) : (
        image
      )}
    </div>
  )
}
