import { parse as parseCsv } from 'csv-parse/sync'
import type { Reading, Section, TextKind } from './document.js'
import { readHtml } from './read-html.js'

/** Reads a document into its sections. Linear in its length. */
export function readDocument(kind: TextKind, text: string): Reading {
  switch (kind) {
    case 'text':
      return { sections: [{ path: [], text }] }
    case 'markdown':
      return { sections: readMarkdown(text) }
    case 'html':
      return readHtml(text)
    case 'csv':
      return readCsv(text)
  }
}

function readMarkdown(text: string): Section[] {
  const sections: Section[] = []
  const path: { level: number; text: string }[] = []
  let lines: string[] = []
  let isCode = false
  const end = () => {
    sections.push({ path: path.map((heading) => heading.text), text: lines.join('\n') })
    lines = []
  }
  for (const line of text.split(/\r?\n/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode
    const [, signs, heading] = (!isCode && /^(#{1,6}) (.+)$/.exec(line)) || []
    if (signs === undefined || heading === undefined) {
      lines.push(line)
      continue
    }
    end()
    while (path.length > 0 && path.at(-1)!.level >= signs.length) path.pop()
    path.push({ level: signs.length, text: heading.trim() })
  }
  end()
  return sections
}

/** Each row is a section: its values, each after the name of its column. */
function readCsv(text: string): Reading {
  try {
    const rows = parseCsv(text, {
      columns: (names: string[]) => names,
      delimiter: [',', ';', '\t'],
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as Record<string, string>[]
    return {
      sections: rows.map((row) => ({
        path: [Object.values(row)[0] ?? ''].filter(Boolean),
        text: Object.entries(row)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      })),
    }
  } catch (error) {
    return { problem: `The CSV cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}
