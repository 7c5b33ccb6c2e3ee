import type { FormReading, PageRenderer, ReplyMessage, SentForm } from '@colloquy/chat'
import type { Prompt } from '@colloquy/flow'
import { promptOf, type TypeOf } from '../conversation/prompt-of.js'
import type { Input, InputOf } from '../conversation/wire.js'
import { countries } from '../inputs/countries.js'
import { bareNumber, shownNumber } from '../inputs/number-text.js'
import { fullNumber } from '../inputs/phone-input.js'
import { readyToSend } from '../inputs/text-input.js'
import { filled } from '../words/filled.js'
import type { Words } from '../words/more-en.js'
import { pageWords } from './page-words.js'
import { wordsOf } from './words-of.js'

type Reader<T extends Input['type']> = (input: InputOf<T>, form: ReadableForm, words: Words) => FormReading

interface ReadableForm {
  text(name: string): string
  all(name: string): readonly string[]
  files: readonly string[]
  language: string
}

/** One reader for each prompt: it returns the same replies as the widget's views, so that answers are stored alike. */
const readers: { [P in Prompt]: Reader<TypeOf<P>> } = {
  text: (input, form, words) => readText(input, form, words),
  email: (input, form, words) => readText(input, form, words),
  url: (input, form, words) => readText(input, form, words),

  number({ options }, form, words) {
    const { locale = form.language, style, currency, unit } = options ?? {}
    const bare = bareNumber(form.text('answer'), locale)
    if (bare === undefined) return problem(words.notNumber)
    const [min, max] = [Number.parseFloat(String(options?.min)), Number.parseFloat(String(options?.max))]
    const [isLow, isHigh] = [Number(bare) < min, Number(bare) > max]
    if (!isLow && !isHigh) return reply(bare)
    const look = { locale, style, currency, unit }
    const range = { min: shownNumber(String(min), look), max: shownNumber(String(max), look) }
    const isRange = !Number.isNaN(min) && !Number.isNaN(max)
    return problem(filled(isRange ? words.between : isLow ? words.atLeast : words.atMost, range))
  },

  phone(_, form, words) {
    const country = countries(form.language).find(({ code }) => code === form.text('country'))
    const number = form.text('answer')
    if (!/\d/.test(number)) return problem(number.trim() ? words.notPhone : words.notEmpty)
    return reply(fullNumber(number, country?.calling))
  },

  date({ options }, form, words) {
    const [start, end] = [form.text('answer'), form.text('end')]
    if (!start || (options?.isRange && !end)) return problem(words.chooseOne)
    if (options?.isRange && end < start) return problem(words.dateOrder)
    return reply(options?.isRange ? `${start} to ${end}` : start)
  },

  time: (_, form, words) => (form.text('answer') ? reply(form.text('answer')) : problem(words.chooseOne)),
  scale: (_, form, words) => (form.text('answer') ? reply(form.text('answer')) : problem(words.chooseOne)),

  choice: ({ items, options }, form, words) =>
    readChoice(
      { items, isMultiple: options?.isMultipleChoice, textOf: ({ value, content }) => value || content || '' },
      form,
      words,
    ),

  pictures: ({ items, options }, form, words) =>
    readChoice(
      {
        items,
        isMultiple: options?.isMultipleChoice,
        textOf: ({ id, value, title, pictureSrc }) =>
          value || (options?.isMultipleChoice ? title || pictureSrc || '' : id),
      },
      form,
      words,
    ),

  cards({ items }, form, words) {
    const path = items.flatMap((card) => card.paths ?? []).find(({ id }) => id === form.text('choice'))
    return path ? reply(path.id, path.id) : problem(words.chooseOne)
  },

  file({ options }, form, words) {
    if (form.files.length > 0) return reply(form.files.map(encodeURI).join(', '))
    return form.all('skip').length > 0 && options?.isRequired === false ? { kind: 'reply' } : problem(words.chooseOne)
  },

  payment: (_, form) => problem(pageWords(form.language).needsScript),
}

export const readForm: PageRenderer['readForm'] = (input, form, languages) => {
  const { language, words } = wordsOf(languages)
  const { refusedFile } = form
  if (refusedFile) {
    const { name: file, reason, megabytes: limit } = refusedFile
    const sentence = { type: words.wrongType, size: words.tooLarge, other: words.uploadFailed }[reason]
    return problem(filled(sentence, { file, limit }))
  }
  const read = readers[promptOf(input)] as Reader<Input['type']>
  return read(input as InputOf<Input['type']>, readable(form, language), words)
}

function readText(
  input: InputOf<'text input' | 'email input' | 'url input'>,
  form: ReadableForm,
  words: Words,
): FormReading {
  const text = readyToSend(promptOf(input), form.text('answer'))
  if (text === '' && form.files.length === 0) return problem(words.notEmpty)
  const attachedFileUrls = form.files.length > 0 ? { attachedFileUrls: [...form.files] } : {}
  return { kind: 'reply', message: { type: 'text', text, ...attachedFileUrls } }
}

interface Choices<Item extends { id: string }> {
  items: readonly Item[]
  isMultiple: boolean | undefined
  textOf(item: Item): string
}

function readChoice<Item extends { id: string }>(
  { items, isMultiple, textOf }: Choices<Item>,
  form: ReadableForm,
  words: Words,
): FormReading {
  const ids = new Set(form.all('choice'))
  const chosen = items.filter(({ id }) => ids.has(id))
  const [first] = chosen
  if (!first) return problem(words.chooseOne)
  return isMultiple ? reply(chosen.map(textOf).join(', ')) : reply(textOf(first), first.id)
}

const readable = ({ fields, fileUrls }: SentForm, language: string): ReadableForm => ({
  text: (name) => fields.get(name)?.[0] ?? '',
  all: (name) => fields.get(name) ?? [],
  files: fileUrls,
  language,
})

function reply(text: string, replyId?: string): FormReading {
  const message: ReplyMessage = { type: 'text', text, ...(replyId !== undefined && { metadata: { replyId } }) }
  return { kind: 'reply', message }
}

const problem = (text: string): FormReading => ({ kind: 'problem', text })
