/** Languages by the script that they are written in, the most spoken one first. */
const spokenIn: Record<string, string> = {
  Arab: 'ar fa ur ps sd ug ckb',
  Hebr: 'he yi',
  Cyrl: 'ru uk bg sr be mk kk ky mn tg',
  Grek: 'el',
  Hani: 'zh ja',
  Hira: 'ja',
  Kana: 'ja',
  Hang: 'ko',
  Thai: 'th',
  Deva: 'hi mr ne',
  Beng: 'bn',
  Taml: 'ta',
  Armn: 'hy',
  Geor: 'ka',
}
const otherScripts = new Set(Object.values(spokenIn).join(' ').split(' '))

/** Letters that distinguish languages of one script. */
const letters: readonly (readonly [RegExp, string])[] = [
  [/[ٹڈڑںے]/, 'ur'],
  [/[پچژگ]/, 'fa'],
  [/[іїєґ]/i, 'uk'],
  [/[ぁ-ヺ]/, 'ja'],
]

/**
 * The language of a text, as a tag: the first one in its script that the visitor reads, else the one that its letters indicate. Empty if
 * neither is known, and undefined for a text without letters.
 */
export function languageOf(text: string, read: readonly string[]): string | undefined {
  const first = /\p{L}/u.exec(text)?.[0]
  if (first === undefined) return undefined
  const script = Object.keys(spokenIn).find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(first))
  if (script === undefined) return /\p{Script=Latin}/u.test(first) ? (read.find(isLatin) ?? '') : ''
  const spoken = spokenIn[script]?.split(' ') ?? []
  const told = letters.find(([sign, language]) => spoken.includes(language) && sign.test(text))?.[1]
  return read.find((tag) => (told ? baseOf(tag) === told : spoken.includes(baseOf(tag)))) ?? told ?? spoken[0]
}

const baseOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? ''
const isLatin = (tag: string) => !otherScripts.has(baseOf(tag))
