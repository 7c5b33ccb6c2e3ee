import { en, type Words } from './en.js'

const languages: Record<string, () => Promise<{ words: Words }>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  it: () => import('./it.js'),
  pt: () => import('./pt.js'),
}

/** The words of the first language that is spoken here; English where none is, or where its words do not arrive. */
export async function loadWords(wanted: readonly string[]): Promise<{ language: string; words: Words }> {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    if (language === 'en') break
    const load = languages[language]
    const found = await load?.().catch(() => undefined)
    if (found) return { language, words: found.words }
  }
  return { language: 'en', words: en }
}

/** Puts values into the braces of a sentence. */
export const filled = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces))
