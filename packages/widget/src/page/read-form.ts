import type { PageRenderer, SentForm } from '@colloquy/chat'
import { promptOf } from '../conversation/prompt-of.js'
import type { Input, InputOf } from '../conversation/wire.js'
import { filled } from '../texts/filled.js'
import { problem, type ReadableForm, type Reader } from './form-readers.js'
import { plainInputs } from './plain-inputs.js'
import { wordsOf } from './texts-of.js'

export const readForm: PageRenderer['readForm'] = (input, form, languages) => {
  const { language, texts } = wordsOf(languages)
  const { refusedFile } = form
  if (refusedFile) {
    const { name: file, reason, megabytes: limit } = refusedFile
    const sentence = { type: texts.wrongType, size: texts.tooLarge, other: texts.uploadFailed }[reason]
    return problem(filled(sentence, { file, limit }))
  }
  const read = plainInputs[promptOf(input)].read as Reader<Input['type']>
  return read(input as InputOf<Input['type']>, readable(form, language), texts)
}

const readable = ({ fields, fileUrls }: SentForm, language: string): ReadableForm => ({
  text: (name) => fields.get(name)?.[0] ?? '',
  all: (name) => fields.get(name) ?? [],
  files: fileUrls,
  language,
})
