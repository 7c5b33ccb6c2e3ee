/** A regular expression as authors write it: bare, or between slashes with flags behind them. Undefined when it is none. */
export const parsePattern = (text: string): RegExp | undefined => {
  const last = text.lastIndexOf('/')
  const first = last > 0 ? text.lastIndexOf('/', last - 1) : -1
  const flags = text.slice(last + 1)
  try {
    if (first >= 0 && last - first > 1 && /^[gimuy]*$/.test(flags))
      return new RegExp(text.slice(text.indexOf('/') + 1, last), flags)
    return new RegExp(text)
  } catch {
    return undefined
  }
}
