import type { Notice } from '../conversation/chat-state.js'
import { safeLink } from '../theme/safe-address.js'
import { useChatState, useServices, useStyles } from './chat-context.js'
import styles from './notice.css?inline'
import { useTexts } from './use-texts.js'

/** Notices for the visitor in addition to the conversation, with possible actions. */
export function NoticeView({ notice }: { notice: Notice }) {
  useStyles(styles)
  const { conversation } = useServices()
  const texts = useTexts()
  const { session } = useChatState()
  const systemMessages = session?.bot.settings.general?.systemMessages ?? {}
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
            <strong>{systemMessages.networkErrorTitle || texts.offlineTitle}</strong>
            <br />
            {systemMessages.networkErrorMessage || texts.offlineText}
          </p>
          {again(texts.retry, notice.retry)}
        </div>
      )
    case 'refused':
      return (
        <div class="notice">
          <p>{notice.text || texts.refused}</p>
          {session ? again(texts.dismiss, () => conversation.dismissNotice()) : null}
        </div>
      )
    case 'failed':
      return (
        <div class="notice">
          <p>{texts.refused}</p>
          {again(texts.retry, notice.retry)}
        </div>
      )
    case 'expired':
      return (
        <div class="notice">
          <p>{texts.expired}</p>
          {again(texts.startAgain, () => void conversation.restart())}
        </div>
      )
    case 'elsewhere':
      return (
        <div class="notice">
          <p>{texts.elsewhere}</p>
          {again(texts.dismiss, () => conversation.dismissNotice())}
        </div>
      )
    case 'popup-blocked':
      return (
        <div class="notice">
          <p>
            <strong>{systemMessages.popupBlockedTitle || texts.popupTitle}</strong>
            <br />
            {systemMessages.popupBlockedDescription || texts.popupText}
          </p>
          <a
            class="button"
            href={safeLink(notice.url)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => conversation.dismissNotice()}
          >
            {systemMessages.popupBlockedButtonLabel || texts.popupButton}
          </a>
        </div>
      )
  }
}
