import { type CoreTexts, en } from './en.js'

/** By language tag in lower case: a language, or its regional form. */
const languages: Record<string, () => Promise<{ texts: CoreTexts }>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  it: () => import('./it.js'),
  pt: () => import('./pt.js'),
  'pt-br': () => import('./pt-br.js'),
}

/** The messages in the first supported language; in English if none is supported, or if the messages fail to load. */
export async function loadTexts(wanted: readonly string[]): Promise<{ language: string; texts: CoreTexts }> {
  for (const tag of wanted) {
    const name = tag.toLowerCase()
    const language = languages[name] ? name : name.replace(/-.*/, '')
    if (language === 'en') break
    const found = await languages[language]?.().catch(() => undefined)
    if (found) return { language, texts: found.texts }
  }
  return { language: 'en', texts: en }
}
