import type { ComponentChildren } from 'preact'
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
  const dismiss = () => conversation.set({ notice: undefined })
  const again = (label: string, run: () => void) => (
    <button type="button" class="button quiet" onClick={run}>
      {label}
    </button>
  )
  const shown = (text: ComponentChildren, action: ComponentChildren) => (
    <div class="notice">
      <p>{text}</p>
      {action}
    </div>
  )
  const titled = (title: string, text: string) => (
    <>
      <strong>{title}</strong>
      <br />
      {text}
    </>
  )
  switch (notice.kind) {
    case 'offline':
      return shown(
        titled(
          systemMessages.networkErrorTitle || texts.offlineTitle,
          systemMessages.networkErrorMessage || texts.offlineText,
        ),
        again(texts.retry, notice.retry),
      )
    case 'refused':
      return shown(notice.text || texts.refused, session ? again(texts.dismiss, dismiss) : null)
    case 'failed':
      return shown(texts.refused, again(texts.retry, notice.retry))
    case 'expired':
      return shown(
        texts.expired,
        again(texts.startAgain, () => void conversation.restart()),
      )
    case 'elsewhere':
      return shown(texts.elsewhere, again(texts.dismiss, dismiss))
    case 'popup-blocked':
      return shown(
        titled(
          systemMessages.popupBlockedTitle || texts.popupTitle,
          systemMessages.popupBlockedDescription || texts.popupText,
        ),
        <a class="button" href={safeLink(notice.url)} target="_blank" rel="noopener noreferrer" onClick={dismiss}>
          {systemMessages.popupBlockedButtonLabel || texts.popupButton}
        </a>,
      )
  }
}
