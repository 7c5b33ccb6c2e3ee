import { words as ar } from '../words/ar.js'
import { words as de } from '../words/de.js'
import { en } from '../words/en.js'
import { words as es } from '../words/es.js'
import { words as fr } from '../words/fr.js'
import { words as it } from '../words/it.js'
import { moreEn, type Words } from '../words/more-en.js'
import { words as pt } from '../words/pt.js'
import { words as ptBr } from '../words/pt-br.js'

const languages: Record<string, Words> = { ar, de, en: { ...moreEn, ...en }, es, fr, it, pt, 'pt-br': ptBr }

/** The messages in the first supported language; else in English. */
export function wordsOf(wanted: readonly string[]): { language: string; words: Words } {
  const spoken = wanted.flatMap((tag) => [tag.toLowerCase(), tag.toLowerCase().replace(/-.*/, '')])
  const language = spoken.find((one) => Object.hasOwn(languages, one)) ?? 'en'
  return { language, words: languages[language] as Words }
}
