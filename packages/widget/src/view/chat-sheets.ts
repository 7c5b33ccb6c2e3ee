import styles from './chat.css?inline'

export interface ChatSheets {
  /** The variables of the theme. */
  readonly theme: CSSStyleSheet
  /** CSS of the bot's author. */
  readonly custom: CSSStyleSheet
  add(css: string): void
  remove(): void
}

/** Constructable style sheets need neither an inline style nor a style element, so a strict policy of the page allows them. */
export function sheetsOf(root: ShadowRoot): ChatSheets {
  const before = root.adoptedStyleSheets
  const [base, theme, custom] = [new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet()]
  base.replaceSync(styles)
  const added = new Map<string, CSSStyleSheet>()
  const adopt = () => {
    root.adoptedStyleSheets = [...before, base, ...added.values(), theme, custom]
  }
  adopt()
  return {
    theme,
    custom,
    add(css) {
      if (added.has(css)) return
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      added.set(css, sheet)
      adopt()
    },
    remove: () => {
      root.adoptedStyleSheets = before
    },
  }
}
