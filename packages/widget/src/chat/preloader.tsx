import { useEffect } from 'preact/hooks'
import { promptOf } from '../conversation/prompt-of.js'
import { inputViews } from '../inputs/input-views.js'
import { messageViews } from '../messages/message-views.js'
import { useChatState } from '../view/chat-context.js'

interface Preloadable {
  preload?: () => void
}

/** Loads the views of the next items while the bot appears to type. */
export function Preloader() {
  const { steps, input, turn } = useChatState()
  useEffect(() => {
    if (steps.length === 0) return
    for (const step of steps)
      if (step.kind === 'message') (messageViews[step.message.type] as Preloadable | undefined)?.preload?.()
    if (input) (inputViews[promptOf(input)] as Preloadable | undefined)?.preload?.()
  }, [turn])
  return null
}
