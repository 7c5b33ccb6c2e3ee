import { useState } from 'preact/hooks'
import { safeLink, safePicture } from '../theme/safe-address.js'
import { useTexts } from '../view/use-texts.js'
import type { MessageProps } from './message-props.js'

/** A picture, or its alternative text in a bubble if it does not load. */
export function ImageMessage({ message }: MessageProps<'image'>) {
  const texts = useTexts()
  const [broken, setBroken] = useState<string>()
  const source = safePicture(message.content.url)
  if (!source) return null
  const { url, alt } = message.content.clickLink ?? {}
  const href = safeLink(url)
  const isBroken = broken === source
  const image = isBroken ? (
    alt || texts.image
  ) : (
    <img class="image" src={source} alt={alt || (href ? texts.image : '')} onError={() => setBroken(source)} />
  )
  return (
    <div class={`${isBroken ? 'bubble' : 'media'} host`} part="host-bubble" dir={isBroken ? 'auto' : undefined}>
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
