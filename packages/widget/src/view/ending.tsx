import { useAllWords } from '../words/use-all-words.js'
import { useChatState, useServices } from './chat-context.js'

/** Shown below a finished conversation: a button to start another one, if conversations are remembered. */
export default function Ending() {
  const { conversation } = useServices()
  const words = useAllWords()
  const { session } = useChatState()
  if (!session?.bot.settings.general?.rememberUser?.isEnabled) return null
  return (
    <div class="composer over">
      <p class="note">{words.over}</p>
      <button type="button" class="button quiet" onClick={() => void conversation.restart()}>
        {words.startAgain}
      </button>
    </div>
  )
}
