import { useChatState, useServices } from './chat-context.js'
import { useTexts } from './use-texts.js'

/** Shown below a finished conversation: a button to start another one, if conversations are remembered. */
export function Ending() {
  const { conversation } = useServices()
  const texts = useTexts()
  const { session } = useChatState()
  if (!session?.bot.settings.general?.rememberUser?.isEnabled) return null
  return (
    <div class="composer over">
      <p class="note">{texts.over}</p>
      <button type="button" class="button quiet" onClick={() => void conversation.restart()}>
        {texts.startAgain}
      </button>
    </div>
  )
}
