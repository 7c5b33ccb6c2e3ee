import { Link } from 'wouter'
import { momentOf } from '../design/dates.js'
import { t } from '../i18n/i18n.js'
import type { SummaryOf } from './question.js'

interface NewestTextsProps {
  texts: SummaryOf<'texts'>['newest']
  answers: number
  botId: string
}

/** The newest answers in words, each with a link to its result. */
export const NewestTexts = ({ texts, answers, botId }: NewestTextsProps) => (
  <>
    {answers > texts.length && <p className="faint">{t('The newest {count}', { count: texts.length })}</p>}
    <ul className="newest-texts">
      {texts.map(({ resultId, createdAt, text, isCut }) => (
        <li key={`${resultId} ${createdAt}`}>
          <span className="newest-text">
            {text}
            {isCut && '…'}
          </span>
          <Link
            className="faint"
            href={`/bots/${botId}/results/${resultId}`}
            aria-label={t('Open the result of {moment}', { moment: momentOf(createdAt) })}
          >
            {momentOf(createdAt)}
          </Link>
        </li>
      ))}
    </ul>
  </>
)
