import { texts as ar } from '../texts/ar.js'
import { texts as de } from '../texts/de.js'
import { en } from '../texts/en.js'
import { texts as es } from '../texts/es.js'
import { texts as fr } from '../texts/fr.js'
import { texts as it } from '../texts/it.js'
import { moreEnglish, type Texts } from '../texts/more-en.js'
import { peopleEnglish } from '../texts/people-en.js'
import { texts as pt } from '../texts/pt.js'
import { texts as ptBr } from '../texts/pt-br.js'
import { ratingEnglish } from '../texts/rating-en.js'

const languages: Record<string, Texts> = {
  ar,
  de,
  en: { ...moreEnglish, ...peopleEnglish, ...ratingEnglish, ...en },
  es,
  fr,
  it,
  pt,
  'pt-br': ptBr,
}

/** The messages in the first supported language; else in English. */
export function wordsOf(wanted: readonly string[]): { language: string; texts: Texts } {
  const spoken = wanted.flatMap((tag) => [tag.toLowerCase(), tag.toLowerCase().replace(/-.*/, '')])
  const language = spoken.find((one) => Object.hasOwn(languages, one)) ?? 'en'
  return { language, texts: languages[language] as Texts }
}
