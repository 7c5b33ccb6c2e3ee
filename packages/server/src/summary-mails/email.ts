import { oneLine, quoted } from '../mail/quoted.js'
import type { LinkSpan } from '../summary-page/link-span.js'
import type { SharedQuestion, SharedSummary } from '../summary-page/shared-summary.js'
import { textsIn } from '../summary-page/texts.js'
import { mailTexts } from './texts.js'

interface LetterValues {
  /** Languages of the recipient, best first. */
  languages: readonly string[]
  /** Name of the bot. */
  name: string
  span: LinkSpan
  summary: SharedSummary
  /** Address of the whole summary. */
  url: string
  /** Address of the page that stops the emails. */
  stopUrl: string
}

/** Writes the email of a summary in plain text: its numbers, the answers to its first questions, and two links. */
export function summaryEmail({ languages, name, span, summary, url, stopUrl }: LetterValues) {
  const { locale, texts } = textsIn(languages)
  const mail = mailTexts[locale]
  const number = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 2 })
  const percent = (part: number, whole: number) =>
    (whole === 0 ? 0 : part / whole).toLocaleString(locale, { style: 'percent' })
  const { views, starts, completions } = summary.counts
  const metrics = [
    [texts.views, number(views)],
    [texts.starts, number(starts)],
    [texts.completions, number(completions)],
    [texts.completionRate, percent(completions, starts)],
  ]
  const questions = summary.questions
    .filter(({ answers }) => answers > 0)
    .slice(0, maxQuestions)
    .map((it) => [lineOf(it.title), ...answersOf(it).map((line) => `- ${line}`)].join('\n'))
  function answersOf({ answers, summary: it }: SharedQuestion): string[] {
    switch (it.kind) {
      case 'choices':
        return it.choices
          .toSorted((a, b) => b.answers - a.answers)
          .slice(0, maxChoices)
          .map(({ label, answers: some }) => `${lineOf(label)}: ${number(some)} (${percent(some, answers)})`)
      case 'numbers':
        return [
          ...(it.nps ? [`NPS: ${number(it.nps.score)}`] : []),
          ...(it.average === null ? [] : [`${texts.average}: ${number(it.average)}`]),
          texts.answers(number(answers)),
        ]
      case 'texts':
        return it.newest?.slice(0, maxChoices).map(({ text }) => lineOf(text)) ?? [texts.answers(number(answers))]
    }
  }
  const period = texts.periods[span.timeFilter]
  return {
    subject: mail.subject(quoted(name), period),
    text: [
      metrics.map(([title, value]) => `${title}: ${value}`).join('\n'),
      ...(summary.results === 0 ? [texts.noResults] : questions),
      `${mail.summary}\n${url}`,
      `${mail.stop}\n${stopUrl}\n`,
    ].join('\n\n'),
  }
}

/** Shortens a text to one line that can be read at a glance. */
const lineOf = (text: string): string => oneLine(text, maxLineLength)

const maxQuestions = 10
const maxChoices = 5
const maxLineLength = 100
