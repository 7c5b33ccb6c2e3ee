/** The languages of the builder by their own names. English is in the source; the others are catalogues. */
export const languages = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  'pt-BR': 'Português (Brasil)',
} as const

export type Language = keyof typeof languages

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(languages, value)

/** The language in which the service sent the page. */
export const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** What dates and numbers are written by: the reader's own kind of the language, such as `en-GB`. */
export const locale: string | undefined =
  typeof document === 'undefined'
    ? undefined
    : (navigator.languages.find((one) => one.split('-')[0] === language.split('-')[0]) ?? language)

const cookie = 'colloquy_language'

/** The language that was chosen in this browser; none means that the browser's counts. */
export function chosenLanguage(): Language | undefined {
  const value = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(document.cookie)?.[1]
  return isLanguage(value) ? value : undefined
}

/** Asks the service for pages in a language from now on, or in the browser's. The open page stays as it is until it loads again. */
export function chooseLanguage(next: Language | undefined): void {
  const isSecure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the service reads it, and the Cookie Store API is not in all browsers
  document.cookie = `${cookie}=${next ?? ''}; Path=/; SameSite=Lax; Max-Age=${next ? 31_536_000 : 0}${isSecure}`
}

/** Shows the pages in the language of an account, which may have been chosen in another browser. Browsers that keep no cookie stay with theirs. */
export function followAccount(preferred: string | undefined): void {
  if (!isLanguage(preferred) || preferred === chosenLanguage()) return
  chooseLanguage(preferred)
  if (preferred !== language && preferred === chosenLanguage()) location.reload()
}
