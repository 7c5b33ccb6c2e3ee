/** Formats rows as a table with a frame; the first row is the heading. Cells are cut to `widest` characters. */
export function table(rows: string[][], widest = 60): string {
  const cells = rows.map((row) => row.map((cell) => shorten(cell.replaceAll('\n', ' '), widest)))
  const columns = cells[0]?.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length))) ?? []
  const rule = (left: string, middle: string, right: string) =>
    left + columns.map((width) => '─'.repeat(width + 2)).join(middle) + right
  const lines = cells.map(
    (row) => `│${columns.map((width, column) => ` ${pad(row[column] ?? '', width)} `).join('│')}│`,
  )
  return [rule('┌', '┬', '┐'), lines[0], rule('├', '┼', '┤'), ...lines.slice(1), rule('└', '┴', '┘')].join('\n')
}

const pad = (text: string, width: number): string => text + ' '.repeat(width - [...text].length)

const shorten = (text: string, widest: number): string =>
  [...text].length > widest ? `${[...text].slice(0, widest - 1).join('')}…` : text
