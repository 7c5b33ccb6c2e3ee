import { safeLink, safePicture } from '../theme/safe-address.js'
import { useTexts } from '../view/use-texts.js'
import type { MessageProps } from './message-props.js'

export function ImageMessage({ message }: MessageProps<'image'>) {
  const texts = useTexts()
  const source = safePicture(message.content.url)
  if (!source) return null
  const { url, alt } = message.content.clickLink ?? {}
  const href = safeLink(url)
  const image = <img class="image" src={source} alt={alt || (href ? texts.image : '')} />
  return (
    <div class="media host" part="host-bubble">
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {image}
          <span class="sr"> ({texts.opensNew})</span>
        </a>
      ) : (
        image
      )}
    </div>
  )
}
