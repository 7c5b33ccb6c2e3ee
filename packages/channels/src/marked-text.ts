import type { TextMarks } from './capabilities.js'
import { type StyleChange, spansAt, type TextSpan, type TextStyle } from './picture.js'

/**
 * Reads a text as apps do that style what is between two marks: `*bold*`. A mark begins after the start of a line, a space or punctuation, and
 * before a character that is not a space; it ends the other way round, in the same line. Marks without a counterpart are shown.
 */
export function spansOfMarked(marked: string, marks: TextMarks): TextSpan[] {
  const styleOf = new Map(Object.entries(marks).map(([style, mark]) => [mark, style as TextStyle]))
  const changes: StyleChange[] = []
  const lines: string[] = []
  let offset = 0
  for (const line of marked.split('\n')) {
    const { text, changes: ofLine } = readLine(line, styleOf)
    for (const change of ofLine) changes.push({ ...change, at: change.at + offset })
    lines.push(text)
    offset += text.length + 1
  }
  return spansAt(lines.join('\n'), changes)
}

function readLine(line: string, styleOf: ReadonlyMap<string, TextStyle>): { text: string; changes: StyleChange[] } {
  const lastEnd = new Map<TextStyle, number>()
  for (let at = 0; at < line.length; at++) {
    const style = styleOf.get(line.charAt(at))
    if (style && mayEnd(line, at)) lastEnd.set(style, at)
  }
  const open = new Map<TextStyle, number>()
  const changes: StyleChange[] = []
  let text = ''
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    const style = styleOf.get(character)
    const isCode = open.has('code') && style !== 'code'
    const begun = style && open.get(style)
    if (style === undefined || isCode) text += character
    else if (begun !== undefined && begun < at - 1 && mayEnd(line, at)) {
      open.delete(style)
      changes.push({ at: text.length, style, isBegin: false })
    } else if (begun === undefined && mayBegin(line, at) && (lastEnd.get(style) ?? -1) > at + 1) {
      open.set(style, at)
      changes.push({ at: text.length, style, isBegin: true })
    } else text += character
  }
  return { text, changes }
}

const isSpace = (character: string): boolean => character === '' || /\s/.test(character)
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

const mayBegin = (line: string, at: number): boolean => !isWord(line.charAt(at - 1)) && !isSpace(line.charAt(at + 1))

const mayEnd = (line: string, at: number): boolean => !isSpace(line.charAt(at - 1)) && !isWord(line.charAt(at + 1))
