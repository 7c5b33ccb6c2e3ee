/** The language in which the service sent the page. */
const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** What dates and numbers are written by: the reader's own kind of the language, such as `en-GB`. */
export const locale: string | undefined =
  typeof document === 'undefined'
    ? undefined
    : (navigator.languages.find((one) => one.split('-')[0] === language.split('-')[0]) ?? language)
