import { percent } from '../analytics/metrics.js'
import { TextWithVariables } from '../design/text-with-variables.js'
import { locale, t } from '../i18n/i18n.js'
import { Bars } from './bars.js'
import { NewestTexts } from './newest-texts.js'
import type { Question, SummaryOf } from './question.js'

interface QuestionCardProps {
  question: Question
  /** How many chats have an answer to any question. */
  chats: number
  botId: string
}

/** One question with what was answered. */
export function QuestionCard({ question, chats, botId }: QuestionCardProps) {
  const { blockId, label, text, answers, results, left, summary } = question
  const facts = [
    t('{answers, plural, one {# answer} other {# answers}}', { answers }),
    t('from {results} of {chats} chats ({percent})', {
      results: results.toLocaleString(locale),
      chats: chats.toLocaleString(locale),
      percent: percent(results, chats),
    }),
    ...(left > 0 ? [t('{left} left after it', { left: left.toLocaleString(locale) })] : []),
  ]
  return (
    <section className="card question" aria-labelledby={`question-${blockId}`}>
      <div>
        <h2 id={`question-${blockId}`}>
          <TextWithVariables text={text ?? label} />
        </h2>
        {text !== null && text !== label && <p className="faint">{label}</p>}
        <p className="soft">{facts.join(' · ')}</p>
      </div>
      {answers === 0 ? (
        <p className="soft">{t('No answers yet.')}</p>
      ) : summary.kind === 'choices' ? (
        <Choices summary={summary} answers={answers} label={label} />
      ) : summary.kind === 'numbers' ? (
        <Numbers summary={summary} answers={answers} label={label} />
      ) : (
        <NewestTexts texts={summary.newest} answers={answers} botId={botId} />
      )}
    </section>
  )
}

interface MetricsProps<Kind extends Question['summary']['kind']> {
  summary: SummaryOf<Kind>
  answers: number
  label: string
}

function Choices({ summary: { choices, others, isMultiple }, answers, label }: MetricsProps<'choices'>) {
  const rows = choices.map((choice) => ({ name: choice.label, answers: choice.answers }))
  return (
    <>
      <Bars label={label} rows={others > 0 ? [...rows, { name: t('Other'), answers: others }] : rows} whole={answers} />
      {isMultiple && (
        <p className="faint">{t('Visitors could select several choices, so percentages add up to more than 100 %.')}</p>
      )}
    </>
  )
}

function Numbers({ summary: { average, median, bars, nps, unread }, answers, label }: MetricsProps<'numbers'>) {
  const rows = bars.map(({ from, to, answers }) => ({
    name: from === to ? shown(from) : t('{from} to {to}', { from: shown(from), to: shown(to) }),
    answers,
  }))
  return (
    <>
      <dl className="row wrap number-facts">
        {nps && <Fact name="NPS" value={nps.score > 0 ? `+${nps.score}` : String(nps.score)} />}
        {average !== null && <Fact name={t('Average')} value={shown(average)} />}
        {median !== null && <Fact name={t('Median')} value={shown(median)} />}
      </dl>
      {nps && (
        <p className="soft">
          {t('{promoters, plural, one {# promoter} other {# promoters}}', { promoters: nps.promoters })} (9–10),{' '}
          {t('{passives, plural, one {# passive} other {# passives}}', { passives: nps.passives })} (7–8),{' '}
          {t('{detractors, plural, one {# detractor} other {# detractors}}', { detractors: nps.detractors })} (0–6)
        </p>
      )}
      <Bars isCompact label={label} rows={rows} whole={answers - unread} />
      {unread > 0 && (
        <p className="faint">
          {t('{unread, plural, one {# answer} other {# answers}} outside of the scale or without a number.', {
            unread,
          })}
        </p>
      )}
    </>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="faint">{name}</dt>
    <dd className="figure">{value}</dd>
  </div>
)

const shown = (number: number) => number.toLocaleString(locale, { maximumFractionDigits: 2 })
