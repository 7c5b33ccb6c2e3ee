/**
 * A date format in the letters of date-fns, of a format that may use those of other products: "DD/MM/YYYY", "dd/mm/yyyy", "HH:MM", "dddd". In
 * date-fns these mean the day of the year, minutes in the place of months, and a day with four digits. Quoted text stays.
 */
export function datePattern(format: string): string {
  const parts = format.split(/('[^']*')/).map((part, index) => (index % 2 === 0 ? withMonthsAndMinutes(part) : part))
  const letters = parts.filter((_, index) => index % 2 === 0).join('')
  return parts.map((part, index) => (index % 2 === 0 ? inLettersOfDateFns(part, letters) : part)).join('')
}

/** Months beside days and years, and minutes and seconds behind hours, whichever case they are written in. */
const withMonthsAndMinutes = (text: string): string =>
  text
    .replace(/(?<=[Hh]:)MM/g, 'mm')
    .replace(/(?<=m:)SS/g, 'ss')
    .replace(/(?<=[dDyY][-/. ])m{1,4}|(?<![:.HhKk])m{1,4}(?=[-/.][dD])/g, (months) => months.toUpperCase())

function inLettersOfDateFns(text: string, letters: string): string {
  let pattern = text.replace(/A+/g, 'a')
  if (!/[aAbB]/.test(letters)) pattern = pattern.replace(/h/g, 'H')
  if (!/[wIR]/.test(letters)) pattern = pattern.replace(/Y/g, 'y')
  if (/[ML]/.test(letters)) pattern = pattern.replace(/D/g, 'd')
  return pattern.replace(/d{3,}/g, (days) => (days.length === 3 ? 'EEE' : 'EEEE'))
}

/** True if a day comes before its month in a pattern: it also decides how "03/04/2026" is read. */
export function isDayFirst(pattern: string): boolean {
  const letters = pattern.replace(/'[^']*'/g, '')
  const [day, month] = [letters.search(/d/), letters.search(/[ML]/)]
  return day >= 0 && (month < 0 || day < month)
}
