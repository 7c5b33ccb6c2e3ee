import { useEffect, useState } from 'preact/hooks'
import type { Held } from '../conversation/wire.js'
import { filled } from '../texts/filled.js'
import { peopleEnglish } from '../texts/people-en.js'
import { useServices } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'
import { typingEvent } from './follow-people.js'

const RatingView = lazyView(() => import('./rating-view.js'), true)

/** Says who speaks in place of the bot, and whether they type. */
export default function HolderView({ held: { by, name, isResolved } }: { held: Held }) {
  const { root } = useServices()
  const texts = { ...peopleEnglish, ...useServices().texts } as typeof peopleEnglish
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    const listen = (event: Event) => setTyping((event as CustomEvent<boolean>).detail)
    root.addEventListener(typingEvent, listen)
    return () => root.removeEventListener(typingEvent, listen)
  }, [])
  const speaking = name ? filled(texts.talkingTo, { name }) : texts.talkingToPerson
  return (
    <>
      <p class="note">
        {isTyping
          ? texts.personTyping
          : isResolved
            ? texts.resolved
            : by === 'queue'
              ? texts.waitingForPerson
              : speaking}
      </p>
      {isResolved && <RatingView />}
    </>
  )
}
