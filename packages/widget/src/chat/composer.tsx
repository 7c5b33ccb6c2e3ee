import { useEffect, useRef } from 'preact/hooks'
import { InputView } from '../inputs/input-views.js'
import { useChatState, useServices } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'

const Ending = lazyView(() => import('./soon.js').then(({ Ending }) => ({ default: Ending })), true)

/** The place of the answer. It takes the focus when the visitor is in the chat, so that a conversation can be held by keyboard. */
export function Composer() {
  const services = useServices()
  const { conversation, root } = services
  const state = useChatState()
  const container = useRef<HTMLDivElement>(null)
  const { input, steps, pending, turn, isEnded, session, notice } = state
  const isAsking = input !== undefined && steps.length === 0 && pending === undefined && notice?.kind !== 'expired'
  useEffect(() => {
    if (isAsking) void import('./soon.js').then((it) => it.prepareAnswer(container.current, services)).catch(() => {})
  }, [isAsking, turn])
  if (isAsking) {
    const isPrefilled = session?.bot.settings.general?.isInputPrefillEnabled === true
    return (
      <div class="composer" part="input" ref={container}>
        <InputView
          key={turn}
          input={input as never}
          prefilled={(isPrefilled && input.prefilledValue) || ''}
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

/** While a reply is pending its input is gone; the transcript keeps the focus until the next input appears. */
function holdFocus(root: ShadowRoot): void {
  if (root.activeElement) root.querySelector<HTMLElement>('.log')?.focus({ preventScroll: true })
}
