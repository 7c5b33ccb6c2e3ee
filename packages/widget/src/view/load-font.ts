import type { Theme } from '../conversation/wire.js'

type Font = NonNullable<Theme['general']>['font']

const asked = new Set<string>()

/**
 * Adds a font to the page: one that the service serves by its family, or one whose rules the author has written. Other families are left to
 * the fonts of the visitor's machine; no other host is contacted.
 */
export async function loadFont(font: Font, host: string): Promise<void> {
  const given = typeof font === 'string' || font === undefined ? { type: 'Google' as const, family: font } : font
  const key = JSON.stringify(given)
  if (asked.has(key)) return
  asked.add(key)
  if (given.type === 'Custom') return loadRules(given.css ?? '')
  const family = given.family ?? 'Open Sans'
  // A page of the service already contains all of it, or the part that most texts need.
  const brought = [...document.fonts].filter((face) => face.family.replaceAll('"', '') === family)
  if (brought.some(({ unicodeRange }) => !isMain(unicodeRange))) return
  const response = await fetch(`${host}/widget/fonts.json`)
  const served = (await response.json()) as Record<string, ServedFace[]>
  for (const { file, range, weight } of served[family] ?? []) {
    if (brought.length > 0 && isMain(range)) continue
    const source = `${host}/widget/${file}`
    const descriptors = { unicodeRange: range, weight, display: 'swap' as const }
    document.fonts.add(new FontFace(family, `url("${source}")`, descriptors))
  }
}

/** The range that most texts need, as written in a style sheet or by the browser. */
const isMain = (range: string) => /U\+0+-/i.test(range)

interface ServedFace {
  file: string
  range: string
  weight: string
}

/** Font rules have no effect inside a shadow root, so they are added to the document, and no other rule is. */
function loadRules(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  // An address without a scheme would belong to the surrounding page.
  const rules = [...sheet.cssRules].filter(
    (rule) => rule instanceof CSSFontFaceRule && !/url\("(?!https?:)/i.test(rule.cssText),
  )
  sheet.replaceSync(rules.map(({ cssText }) => cssText.replace('{', '{font-display:swap;')).join(''))
  document.adoptedStyleSheets.push(sheet)
}
