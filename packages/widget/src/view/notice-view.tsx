import type { Notice } from '../conversation/chat-state.js'
import { safeLink } from '../theme/safe-address.js'
import { useAllWords } from '../words/use-all-words.js'
import { useChatState, useServices, useStyles } from './chat-context.js'
import styles from './notice.css?inline'

/** Notices for the visitor in addition to the conversation, with possible actions. */
export default function NoticeView({ notice }: { notice: Notice }) {
  useStyles(styles)
  const { conversation } = useServices()
  const words = useAllWords()
  const { session } = useChatState()
  const texts = session?.bot.settings.general?.systemMessages ?? {}
  const again = (label: string, run: () => void) => (
    <button type="button" class="button quiet" onClick={run}>
      {label}
    </button>
  )
  switch (notice.kind) {
    case 'offline':
      return (
        <div class="notice">
          <p>
            <strong>{texts.networkErrorTitle || words.offlineTitle}</strong>
            <br />
            {texts.networkErrorMessage || words.offlineText}
          </p>
          {again(words.retry, notice.retry)}
        </div>
      )
    case 'refused':
      return (
        <div class="notice">
          <p>{notice.text || words.refused}</p>
          {session ? again(words.dismiss, () => conversation.dismissNotice()) : null}
        </div>
      )
    case 'failed':
      return (
        <div class="notice">
          <p>{words.refused}</p>
          {again(words.retry, notice.retry)}
        </div>
      )
    case 'expired':
      return (
        <div class="notice">
          <p>{words.expired}</p>
          {again(words.startAgain, () => void conversation.restart())}
        </div>
      )
    case 'elsewhere':
      return (
        <div class="notice">
          <p>{words.elsewhere}</p>
          {again(words.dismiss, () => conversation.dismissNotice())}
        </div>
      )
    case 'popup-blocked':
      return (
        <div class="notice">
          <p>
            <strong>{texts.popupBlockedTitle || words.popupTitle}</strong>
            <br />
            {texts.popupBlockedDescription || words.popupText}
          </p>
          <a
            class="button"
            href={safeLink(notice.url)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => conversation.dismissNotice()}
          >
            {texts.popupBlockedButtonLabel || words.popupButton}
          </a>
        </div>
      )
  }
}
