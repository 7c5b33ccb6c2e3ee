import { useEffect, useRef } from 'preact/hooks'
import { InputView } from '../inputs/input-views.js'
import { useChatState, useServices } from './chat-context.js'
import { lazyView } from './lazy-view.js'

const Ending = lazyView(() => import('./ending.js'), true)

/** The place of the answer. It takes the focus when the visitor is in the chat, so that keys alone can hold a conversation. */
export function Composer() {
  const { conversation, root } = useServices()
  const state = useChatState()
  const place = useRef<HTMLDivElement>(null)
  const { input, steps, pending, turn, isEnded, session, notice } = state
  const isAsking = input !== undefined && steps.length === 0 && pending === undefined && notice?.kind !== 'expired'
  useEffect(() => {
    if (isAsking) focusAnswer(place.current, root)
  }, [isAsking, turn])
  if (isAsking) {
    const isPrefilled = session?.bot.settings.general?.isInputPrefillEnabled === true
    return (
      <div class="composer" part="input" ref={place}>
        <InputView
          key={`${turn}-${input.id}`}
          input={input as never}
          prefilled={isPrefilled ? (input.prefilledValue ?? '') : ''}
          questionId="question"
          reply={(reply) => {
            holdFocus(root)
            conversation.reply(turn, reply)
          }}
        />
      </div>
    )
  }
  if (isEnded && steps.length === 0) return <Ending />
  return null
}

/** While a reply is on its way its input is gone; the transcript keeps the focus until the next one comes. */
function holdFocus(root: ShadowRoot): void {
  if (root.activeElement) root.querySelector<HTMLElement>('.log')?.focus({ preventScroll: true })
}

/** Moves the focus to what can be answered, if it is in this chat; on a touch screen a field would bring up the keyboard. */
function focusAnswer(place: HTMLElement | null, root: ShadowRoot): void {
  if (!place || !root.activeElement || root.activeElement.closest('.composer')) return
  const find = () =>
    place.querySelector<HTMLElement>('[data-answer]') ??
    place.querySelector<HTMLElement>('input, select, button:not(:disabled)')
  const focus = (answer: HTMLElement) => {
    const isTouch = matchMedia('(pointer: coarse)').matches
    if (!isTouch || answer.tagName === 'BUTTON') answer.focus({ preventScroll: true })
  }
  const answer = find()
  if (answer) {
    focus(answer)
    return
  }
  // The view of this input is still on its way.
  const observer = new MutationObserver(() => {
    const late = find()
    if (!late) return
    observer.disconnect()
    if (root.activeElement?.matches('.log')) focus(late)
  })
  observer.observe(place, { childList: true, subtree: true })
}
