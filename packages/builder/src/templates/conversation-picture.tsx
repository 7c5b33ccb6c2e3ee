import type { Theme } from '@colloquy/flow'
import type { FlowOpening } from '@colloquy/flow/opening'
import { pageStyle, partStyle, radiusOf } from '../appearance/theme-style.js'
import { t } from '../i18n/i18n.js'
import './conversation-picture.css'

interface ConversationPictureProps extends FlowOpening {
  theme: Theme
}

/** Preview of the first part of a chat, in the theme of the bot. */
export function ConversationPicture({ lines, answers, field, theme }: ConversationPictureProps) {
  const chat = theme.chat ?? {}
  const borderRadius = Math.min(radiusOf(theme), 12)
  const bubble = { ...partStyle(chat.hostBubbles, '#f7f8ff', '#303235'), borderRadius }
  const button = { ...partStyle(chat.buttons, '#0042da', '#ffffff'), borderRadius }
  return (
    <span className="conversation-picture" style={pageStyle(theme)} aria-hidden>
      <span className="conversation-end">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bot may say the same twice, and lines never move
          <span key={index} className="conversation-line" style={bubble}>
            {line}
          </span>
        ))}
        {answers.length > 0 && (
          <span className="conversation-answers">
            {answers.map((answer, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two answers may have the same text
              <span key={index} style={button}>
                {answer}
              </span>
            ))}
          </span>
        )}
        {field && (
          <span
            className="conversation-field"
            style={{ ...partStyle(chat.inputs, '#ffffff', '#303235'), borderRadius }}
          >
            <span className="cut grow">{field.placeholder ?? t('Type your answer…')}</span>
            <span style={button}>{field.button ?? t('Send')}</span>
          </span>
        )}
      </span>
    </span>
  )
}
