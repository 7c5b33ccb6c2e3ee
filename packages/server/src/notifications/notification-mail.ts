import { resultColumns } from '@colloquy/flow'
import type { AnswerRow, BotRow, DueNotice, NotificationRule, ResultRow } from '@colloquy/storage'
import { notificationTextsIn } from '../mail/emails/notification-texts.js'
import { type MailEntry, written } from '../mail/mail-content.js'
import { oneLine, quoted } from '../mail/quoted.js'
import type { Needs } from '../service.js'
import { shownFlow } from '../stored-bots/shown-flow.js'

interface Recipient {
  rule: NotificationRule
  /** Languages of the person, best first. */
  languages: readonly string[]
  /** Address of the builder. */
  publicUrl: string
  stopUrl: string
  /** Nobody knows whether an earlier attempt has sent the same. */
  mayRepeat: boolean
}

/** Writes the email about completed results: the answers of the first ones, and the number of the others. */
export async function resultsMail(
  { storage }: Needs<'storage'>,
  bot: BotRow,
  results: readonly ResultRow[],
  { rule, languages, publicUrl, stopUrl, mayRepeat }: Recipient,
) {
  const { locale, texts } = notificationTextsIn(languages)
  const number = (value: number) => value.toLocaleString(locale)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: rule.timeZone })
  const { groups, variables } = await shownFlow(storage, bot)
  const labels = new Map(
    resultColumns(groups, variables).flatMap(({ label, source }) =>
      'blockId' in source ? [[source.blockId, label] as const] : [],
    ),
  )
  const shown = results.slice(0, maxEntries)
  const all = `${publicUrl}/bots/${bot.id}/results`
  const entries: MailEntry[] = []
  for (const { id, createdAt } of shown) {
    const answers = await storage.results.shortAnswers(id, maxCharacters + 1)
    entries.push({
      title: time.format(createdAt),
      lines: answers.slice(0, maxLines).map((answer) => lineOf(answer, labels)),
      link: { label: texts.openResult, url: `${all}/${id}` },
    })
  }
  return written({
    locale,
    subject: texts.results(quoted(bot.name), results.length, number(results.length)),
    warning: mayRepeat ? texts.mayRepeat : undefined,
    entries,
    more: results.length > shown.length ? texts.more(number(results.length - shown.length)) : undefined,
    links: results.length > 1 ? [{ label: texts.openResults, url: all }] : [],
    reason: texts.reason,
    stop: { label: texts.stop, url: stopUrl },
  })
}

/** Writes the email about a bot that failed: each error, how often it happened, and a result in which it did. */
export function errorsMail(
  bot: BotRow,
  errors: readonly DueNotice[],
  { rule, languages, publicUrl, stopUrl, mayRepeat }: Recipient,
) {
  const { locale, texts } = notificationTextsIn(languages)
  const number = (value: number) => value.toLocaleString(locale)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: rule.timeZone })
  const count = errors.reduce((sum, error) => sum + error.count, 0)
  const shown = errors.slice(0, maxEntries)
  return written({
    locale,
    subject: texts.errors(quoted(bot.name), count, number(count)),
    warning: mayRepeat ? texts.mayRepeat : undefined,
    entries: shown.map(({ subject, count: times, createdAt, resultId }) => ({
      title: oneLine(subject, maxCharacters),
      lines: [['', times > 1 ? `${time.format(createdAt)}, ${texts.times(number(times))}` : time.format(createdAt)]],
      link: { label: texts.openResult, url: `${publicUrl}/bots/${bot.id}/results/${resultId}` },
    })),
    more: errors.length > shown.length ? texts.more(number(errors.length - shown.length)) : undefined,
    links: [],
    reason: texts.reason,
    stop: { label: texts.stop, url: stopUrl },
  })
}

function lineOf(
  { blockId, content, attachedFileUrls }: AnswerRow,
  labels: ReadonlyMap<string, string>,
): [string, string] {
  const files: string[] = attachedFileUrls === null ? [] : JSON.parse(attachedFileUrls)
  const text = [content, ...files].filter((it) => it !== '').join(', ')
  return [oneLine(labels.get(blockId) ?? '', maxCharacters), oneLine(text, maxCharacters)]
}

const maxEntries = 20
const maxLines = 30
const maxCharacters = 300
