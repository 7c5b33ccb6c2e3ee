import { Link } from 'wouter'
import { momentOf } from '../design/dates.js'
import type { SummaryOf } from './question.js'

interface NewestTextsProps {
  texts: SummaryOf<'texts'>['newest']
  answers: number
  botId: string
}

/** The newest answers in words, each with a link to its result. */
export const NewestTexts = ({ texts, answers, botId }: NewestTextsProps) => (
  <>
    {answers > texts.length && <p className="faint">The newest {texts.length}</p>}
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
            aria-label={`Open the result of ${momentOf(createdAt)}`}
          >
            {momentOf(createdAt)}
          </Link>
        </li>
      ))}
    </ul>
  </>
)
