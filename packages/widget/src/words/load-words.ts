import { type CoreWords, en } from './en.js'

const languages: Record<string, () => Promise<{ words: CoreWords }>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  it: () => import('./it.js'),
  pt: () => import('./pt.js'),
}

/** The words of the first language that is spoken here; English where none is, or where its words do not arrive. */
export async function loadWords(wanted: readonly string[]): Promise<{ language: string; words: CoreWords }> {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    if (language === 'en') break
    const load = languages[language]
    const found = await load?.().catch(() => undefined)
    if (found) return { language, words: found.words }
  }
  return { language: 'en', words: en }
}
