import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { safePicture } from '../theme/safe-address.js'
import { useStyles } from '../view/chat-context.js'
import { useInvalidId } from '../view/invalid-reply.js'
import { Picture } from '../view/picture.js'
import { useTexts } from '../view/use-texts.js'
import styles from './cards-input.css?inline'
import type { InputProps } from './input-props.js'

/** Cards side by side; a button of one of them is the answer. */
export default function CardsInput({ input, reply, questionId }: InputProps<'cards'>) {
  useStyles(styles)
  const texts = useTexts()
  const id = useId()
  const invalidId = useInvalidId()
  const list = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState<string>()
  const look = () => list.current && setMore(sidesWithMore(list.current))
  useEffect(() => {
    const observer = new ResizeObserver(look)
    observer.observe(list.current!)
    return () => observer.disconnect()
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of groups, named by the question
    <div
      ref={list}
      class="cards"
      role="group"
      aria-labelledby={questionId}
      aria-describedby={invalidId}
      data-more={more}
      onScroll={look}
    >
      {input.items.map((card, index) => {
        const titleId = `${id}-${index}`
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would render its own frame
          <div class="card" key={titleId} role="group" aria-labelledby={card.title ? titleId : undefined}>
            <CardFace card={card} titleId={titleId} />
            <div class="card-paths">
              {(card.paths ?? []).map((path) => (
                <button
                  key={path.id}
                  type="button"
                  class="button"
                  part="button"
                  data-item-id={path.id}
                  aria-label={[path.text || texts.select, card.title].filter(Boolean).join(', ')}
                  onClick={() =>
                    reply({
                      message: { type: 'text', text: path.id, metadata: { replyId: path.id } },
                      label: [card.title, path.text].filter(Boolean).join(' · '),
                    })
                  }
                >
                  {path.text || texts.select}
                </button>
              ))}
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** Sides at which a part of the list is out of view; undefined if all of it is in view. */
function sidesWithMore(list: HTMLElement): string | undefined {
  const all = list.scrollWidth - list.clientWidth
  const left = getComputedStyle(list).direction === 'rtl' ? all + list.scrollLeft : list.scrollLeft
  return [left > 1 && 'left', left < all - 1 && 'right'].filter(Boolean).join(' ') || undefined
}

/** Contents of a card above its buttons. */
export function CardFace({ card: { imageUrl, title, description }, titleId }: { card: Card; titleId: string }) {
  const source = safePicture(imageUrl)
  return (
    <>
      {source && <Picture source={source} />}
      <div class="card-text" dir="auto">
        {title && (
          <p id={titleId} class="title">
            {title}
          </p>
        )}
        {description && <p class="description">{description}</p>}
      </div>
    </>
  )
}

type Card = InputProps<'cards'>['input']['items'][number]
