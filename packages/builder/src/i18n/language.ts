/** Languages of the builder by their native names. English is in the source; the others have catalogues. */
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

/** Language in which the service sent the page. */
export const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** Locale for dates and numbers: the reader's own variety of the language, such as `en-GB`. */
export const locale: string | undefined =
  typeof document === 'undefined' ? undefined : localeAmong(navigator.languages, language)

/**
 * The first of the browser's languages that is a variety of this one, which stands in for it. A browser on a Linux without a language names
 * `en-US@posix`, which no format accepts.
 */
export function localeAmong(browserLanguages: readonly string[], language: string): string {
  return browserLanguages.find((one) => one.split('-')[0] === language.split('-')[0] && !one.includes('@')) ?? language
}

const cookie = 'colloquy_language'

/** Language chosen in this browser; undefined if the browser's language applies. */
export function chosenLanguage(): Language | undefined {
  const value = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(document.cookie)?.[1]
  return isLanguage(value) ? value : undefined
}

/**
 * Asks the service for pages in a language from now on; undefined stands for the browser's. The open page does not change until it is
 * reloaded.
 */
export function chooseLanguage(next: Language | undefined): void {
  const isSecure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the service reads it, and the Cookie Store API is not in all browsers
  document.cookie = `${cookie}=${next ?? ''}; Path=/; SameSite=Lax; Max-Age=${next ? 31_536_000 : 0}${isSecure}`
}

/**
 * Switches to the language of the account, which may have been chosen in another browser. Browsers that reject cookies keep their own
 * language.
 */
export function followAccount(preferred: string | undefined): void {
  if (!isLanguage(preferred) || preferred === chosenLanguage()) return
  chooseLanguage(preferred)
  if (preferred !== language && preferred === chosenLanguage()) location.reload()
}
