import type { NoticeKind, PageNotice, RenderedNotice } from '@colloquy/chat'
import { renderToString } from 'preact-render-to-string'
import type { Theme } from '../conversation/wire.js'
import { themeCss } from '../theme/theme-css.js'
import styles from '../view/chat.css?inline'
import { directionOf } from '../view/direction.js'
import { finishPage } from './finish-page.js'
import { normalColour } from './normal-colour.js'
import noticeStyles from './notice-page.css?inline'
import { pageTexts } from './page-texts.js'
import { wordsOf } from './texts-of.js'

/** Renders a page that replaces a chat: what is wrong, and what to do. */
export function renderNotice({ kind, theme, text, languages }: PageNotice): RenderedNotice {
  const { language } = wordsOf(languages)
  const { notices, tryAgain } = pageTexts(language)
  const { title, advice } = notices[kind]
  const heading = text || title
  const direction = directionOf(heading)
  const html = renderToString(
    <div class="chat notice-page" part="chat" lang={language} dir={direction}>
      <div class="notice-card">
        <svg class="notice-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={speech} />
          <path d={signs[kind]} />
        </svg>
        <h1 dir="auto">{heading}</h1>
        <p>{advice}</p>
        {repeatable.has(kind) && (
          // biome-ignore lint/a11y/useValidAnchor: an empty address loads this page again, whatever it is
          <a class="button" href="">
            {tryAgain}
          </a>
        )}
      </div>
    </div>,
  )
  const look = theme
    ? themeCss(theme as Theme, undefined, { normalize: normalColour })
    : `${neutralCss(light)}@media(prefers-color-scheme:dark){${neutralCss(dark)}}`
  const sheets = [styles, noticeStyles]
  return {
    ...finishPage({ html, sheets, look, language, direction, theme: (theme as Theme | undefined) ?? light }),
    title: heading,
  }
}

const neutralCss = (theme: Theme) => themeCss(theme, undefined, { normalize: normalColour })

const neutral = (page: string, text: string): Theme => ({
  general: { font: { type: 'Custom', family: 'system-ui' }, background: { type: 'Color', content: page } },
  chat: {
    roundness: 'large',
    container: { color: text },
    buttons: { backgroundColor: text, color: page },
  },
})
const light = neutral('#fafafa', '#1c1c21')
const dark = neutral('#17171a', '#f1f1f4')

/** Kinds that loading the page again may resolve. */
const repeatable = new Set<NoticeKind>(['refused', 'no cookie', 'busy', 'failed', 'rejected'])

const speech =
  'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4.1a2.5 2.5 0 0 1-2-2.4z'
const question = 'M10.2 8.3a1.9 1.9 0 1 1 2.6 1.8c-.6.2-.8.5-.8 1m0 2v.01'
const check = 'M9 10.2l2.1 2.1L15.2 8'
const clock = 'M12 7.2v3l2 1.3'
const exclamation = 'M12 7v3.6m0 2.5v.01'

const signs: Record<NoticeKind, string> = {
  'not found': question,
  closed: check,
  refused: clock,
  'no cookie': exclamation,
  busy: clock,
  failed: clock,
  rejected: exclamation,
}
