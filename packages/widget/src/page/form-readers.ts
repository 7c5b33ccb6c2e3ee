import type { FormReading } from '@colloquy/chat'
import { promptOf } from '../conversation/prompt-of.js'
import type { Input, InputOf } from '../conversation/wire.js'
import { countries } from '../inputs/countries.js'
import { readBounded } from '../inputs/number-text.js'
import { fullNumber } from '../inputs/phone-input.js'
import { readyToSend } from '../inputs/text-input.js'
import type { Texts } from '../texts/more-en.js'
import { pageTexts } from './page-texts.js'

/** Reads the reply from a form: the same one as the widget's view sends, so that answers are stored alike. */
export type Reader<T extends Input['type']> = (input: InputOf<T>, form: ReadableForm, texts: Texts) => FormReading

export interface ReadableForm {
  text(name: string): string
  all(name: string): readonly string[]
  files: readonly string[]
  language: string
}

export function readText(
  input: InputOf<'text input' | 'email input' | 'url input'>,
  form: ReadableForm,
  texts: Texts,
): FormReading {
  const text = readyToSend(promptOf(input), form.text('answer'))
  if (text === '' && form.files.length === 0) return problem(texts.notEmpty)
  const attachedFileUrls = form.files.length > 0 ? { attachedFileUrls: [...form.files] } : {}
  return { kind: 'reply', message: { type: 'text', text, ...attachedFileUrls } }
}

export const readNumber: Reader<'number input'> = ({ options }, form, texts) => {
  const read = readBounded(form.text('answer'), { locale: form.language, ...options }, texts)
  return 'problem' in read ? problem(read.problem) : reply(read.bare)
}

export const readPhone: Reader<'phone number input'> = (_, form, texts) => {
  const country = countries(form.language).find(({ code }) => code === form.text('country'))
  const number = form.text('answer')
  if (!/\p{Nd}/u.test(number)) return problem(number.trim() ? texts.notPhone : texts.notEmpty)
  return reply(fullNumber(number, country?.calling))
}

export const readDate: Reader<'date input'> = ({ options }, form, texts) => {
  const [start, end] = [form.text('answer'), form.text('end')]
  if (!start || (options?.isRange && !end)) return problem(texts.chooseOne)
  if (options?.isRange && end < start) return problem(texts.dateOrder)
  return reply(options?.isRange ? `${start} to ${end}` : start)
}

/** Reads a field that the browser does not send half filled in. */
export const readPicked = (_: Input, form: ReadableForm, texts: Texts): FormReading =>
  form.text('answer') ? reply(form.text('answer')) : problem(texts.chooseOne)

export const readChoices: Reader<'choice input'> = ({ items, options }, form, texts) =>
  readChosen(
    { items, isMultiple: options?.isMultipleChoice, textOf: ({ value, content }) => value || content || '' },
    form,
    texts,
  )

export const readPictures: Reader<'picture choice input'> = ({ items, options }, form, texts) =>
  readChosen(
    {
      items,
      isMultiple: options?.isMultipleChoice,
      textOf: ({ id, value, title, pictureSrc }) =>
        value || (options?.isMultipleChoice ? title || pictureSrc || '' : id),
    },
    form,
    texts,
  )

export const readCards: Reader<'cards'> = ({ items }, form, texts) => {
  const path = items.flatMap((card) => card.paths ?? []).find(({ id }) => id === form.text('choice'))
  return path ? reply(path.id, { replyId: path.id }) : problem(texts.chooseOne)
}

export const readFiles: Reader<'file input'> = ({ options }, form, texts) => {
  if (form.files.length > 0) return reply(form.files.map(encodeURI).join(', '))
  return form.all('skip').length > 0 && options?.isRequired === false ? { kind: 'reply' } : problem(texts.chooseOne)
}

/** An input that needs a script has no form. */
export const readNothing = (_: Input, form: ReadableForm): FormReading => problem(pageTexts(form.language).needsScript)

interface Choices<Item extends { id: string }> {
  items: readonly Item[]
  isMultiple: boolean | undefined
  textOf(item: Item): string
}

function readChosen<Item extends { id: string }>(
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

export function reply(text: string, metadata?: { replyId: string } | { replyIds: string[] }): FormReading {
  return { kind: 'reply', message: { type: 'text', text, ...(metadata && { metadata }) } }
}

export const problem = (text: string): FormReading => ({ kind: 'problem', text })
