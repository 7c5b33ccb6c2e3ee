import { expect, test } from 'vitest'
import { en } from './en.js'
import { loadTexts } from './load-texts.js'
import { moreEnglish } from './more-en.js'
import { peopleEnglish } from './people-en.js'
import { ratingEnglish } from './rating-en.js'

const english: Record<string, string> = { ...moreEnglish, ...peopleEnglish, ...ratingEnglish, ...en }

test.each(['fr', 'de', 'es', 'pt', 'pt-BR', 'it', 'ar'])(
  '%s has every sentence, with the same places to fill',
  async (language) => {
    const { texts } = await loadTexts([language])
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const [name, text] of Object.entries(english)) {
      const translated = (texts as Record<string, string>)[name]
      expect(translated, name).toBeTruthy()
      expect(placeholders(translated ?? ''), name).toEqual(placeholders(text))
    }
  },
)

test('the first language that is spoken here is taken', async () => {
  expect((await loadTexts(['nl', 'de-AT', 'fr'])).language).toBe('de')
  expect((await loadTexts(['nl', 'en-GB', 'fr'])).language).toBe('en')
  expect((await loadTexts([])).language).toBe('en')
  expect((await loadTexts(['pt-BR', 'pt'])).texts).toMatchObject({ uploaded: 'Arquivo enviado' })
  expect((await loadTexts(['pt-PT', 'pt-BR'])).texts).toMatchObject({ uploaded: 'Ficheiro carregado' })
})
