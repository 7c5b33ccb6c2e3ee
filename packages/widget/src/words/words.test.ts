import { expect, test } from 'vitest'
import { en } from './en.js'
import { loadWords } from './load-words.js'
import { moreEn } from './more-en.js'

const english: Record<string, string> = { ...moreEn, ...en }

test.each(['fr', 'de', 'es', 'pt', 'pt-BR', 'it', 'ar'])(
  '%s has every sentence, with the same places to fill',
  async (language) => {
    const { words } = await loadWords([language])
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const [name, text] of Object.entries(english)) {
      const translated = (words as Record<string, string>)[name]
      expect(translated, name).toBeTruthy()
      expect(places(translated ?? ''), name).toEqual(places(text))
    }
  },
)

test('the first language that is spoken here is taken', async () => {
  expect((await loadWords(['nl', 'de-AT', 'fr'])).language).toBe('de')
  expect((await loadWords(['nl', 'en-GB', 'fr'])).language).toBe('en')
  expect((await loadWords([])).language).toBe('en')
  expect((await loadWords(['pt-BR', 'pt'])).words).toMatchObject({ uploaded: 'Arquivo enviado' })
  expect((await loadWords(['pt-PT', 'pt-BR'])).words).toMatchObject({ uploaded: 'Ficheiro carregado' })
})
