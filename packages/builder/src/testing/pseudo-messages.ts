import { readFileSync } from 'node:fs'

type Messages = Record<'builder' | 'definitions', Record<string, string>>

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  n: 'ñ',
  c: 'ç',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}

/**
 * Every message in a pseudo-language: accented, 40 % longer and in brackets, so that a text without these marks is a text without a
 * message.
 */
export function pseudoMessages(): Messages {
  const catalogue = new URL('../i18n/catalogues/de.json', import.meta.url)
  const messages: Messages = JSON.parse(readFileSync(catalogue, 'utf8'))
  for (const part of Object.values(messages)) for (const message of Object.keys(part)) part[message] = pseudo(message)
  return messages
}

function pseudo(message: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(message) ?? []
  let depth = 0
  let accented = ''
  for (const char of words) {
    if (char === '{' || char === '<') depth += 1
    accented += depth > 0 ? char : (accents[char] ?? char)
    if (char === '}' || char === '>') depth -= 1
  }
  return `${before}⟦${accented}${'·'.repeat(Math.ceil(words.length * 0.4))}⟧${after}`
}
