import type { FormReading, PageRenderer, SentForm } from '@colloquy/chat'
import type { Prompt } from '@colloquy/flow'
import { promptOf, type TypeOf } from '../conversation/prompt-of.js'
import type { Input, InputOf } from '../conversation/wire.js'
import { countries } from '../inputs/countries.js'
import { readBounded } from '../inputs/number-text.js'
import { fullNumber } from '../inputs/phone-input.js'
import { readyToSend } from '../inputs/text-input.js'
import { filled } from '../texts/filled.js'
import type { Texts } from '../texts/more-en.js'
import { pageTexts } from './page-texts.js'
import { wordsOf } from './texts-of.js'

type Reader<T extends Input['type']> = (input: InputOf<T>, form: ReadableForm, texts: Texts) => FormReading

interface ReadableForm {
  text(name: string): string
  all(name: string): readonly string[]
  files: readonly string[]
  language: string
}

/** One reader for each prompt: it returns the same replies as the widget's views, so that answers are stored alike. */
const readers: { [P in Prompt]: Reader<TypeOf<P>> } = {
  text: (input, form, texts) => readText(input, form, texts),
  email: (input, form, texts) => readText(input, form, texts),
  url: (input, form, texts) => readText(input, form, texts),

  number({ options }, form, texts) {
    const read = readBounded(form.text('answer'), { locale: form.language, ...options }, texts)
    return 'problem' in read ? problem(read.problem) : reply(read.bare)
  },

  phone(_, form, texts) {
    const country = countries(form.language).find(({ code }) => code === form.text('country'))
    const number = form.text('answer')
    if (!/\p{Nd}/u.test(number)) return problem(number.trim() ? texts.notPhone : texts.notEmpty)
    return reply(fullNumber(number, country?.calling))
  },

  date({ options }, form, texts) {
    const [start, end] = [form.text('answer'), form.text('end')]
    if (!start || (options?.isRange && !end)) return problem(texts.chooseOne)
    if (options?.isRange && end < start) return problem(texts.dateOrder)
    return reply(options?.isRange ? `${start} to ${end}` : start)
  },

  time: (_, form, texts) => (form.text('answer') ? reply(form.text('answer')) : problem(texts.chooseOne)),
  scale: (_, form, texts) => (form.text('answer') ? reply(form.text('answer')) : problem(texts.chooseOne)),

  choice: ({ items, options }, form, texts) =>
    readChoice(
      { items, isMultiple: options?.isMultipleChoice, textOf: ({ value, content }) => value || content || '' },
      form,
      texts,
    ),

  pictures: ({ items, options }, form, texts) =>
    readChoice(
      {
        items,
        isMultiple: options?.isMultipleChoice,
        textOf: ({ id, value, title, pictureSrc }) =>
          value || (options?.isMultipleChoice ? title || pictureSrc || '' : id),
      },
      form,
      texts,
    ),

  cards({ items }, form, texts) {
    const path = items.flatMap((card) => card.paths ?? []).find(({ id }) => id === form.text('choice'))
    return path ? reply(path.id, { replyId: path.id }) : problem(texts.chooseOne)
  },

  file({ options }, form, texts) {
    if (form.files.length > 0) return reply(form.files.map(encodeURI).join(', '))
    return form.all('skip').length > 0 && options?.isRequired === false ? { kind: 'reply' } : problem(texts.chooseOne)
  },

  payment: (_, form) => problem(pageTexts(form.language).needsScript),
}

export const readForm: PageRenderer['readForm'] = (input, form, languages) => {
  const { language, texts } = wordsOf(languages)
  const { refusedFile } = form
  if (refusedFile) {
    const { name: file, reason, megabytes: limit } = refusedFile
    const sentence = { type: texts.wrongType, size: texts.tooLarge, other: texts.uploadFailed }[reason]
    return problem(filled(sentence, { file, limit }))
  }
  const read = readers[promptOf(input)] as Reader<Input['type']>
  return read(input as InputOf<Input['type']>, readable(form, language), texts)
}

function readText(
  input: InputOf<'text input' | 'email input' | 'url input'>,
  form: ReadableForm,
  texts: Texts,
): FormReading {
  const text = readyToSend(promptOf(input), form.text('answer'))
  if (text === '' && form.files.length === 0) return problem(texts.notEmpty)
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
  texts: Texts,
): FormReading {
  const ids = new Set(form.all('choice'))
  const chosen = items.filter(({ id }) => ids.has(id))
  const [first] = chosen
  if (!first) return problem(texts.chooseOne)
  return isMultiple
    ? reply(chosen.map(textOf).join(', '), { replyIds: chosen.map(({ id }) => id) })
    : reply(textOf(first), { replyId: first.id })
}

const readable = ({ fields, fileUrls }: SentForm, language: string): ReadableForm => ({
  text: (name) => fields.get(name)?.[0] ?? '',
  all: (name) => fields.get(name) ?? [],
  files: fileUrls,
  language,
})

function reply(text: string, metadata?: { replyId: string } | { replyIds: string[] }): FormReading {
  return { kind: 'reply', message: { type: 'text', text, ...(metadata && { metadata }) } }
}

const problem = (text: string): FormReading => ({ kind: 'problem', text })
