/** The table of figures in docs/trust.md, as docs/trust.json has them. */

const begin = '<!-- figures: written by `npm run trust -- --record` -->'
const end = '<!-- end of figures -->'

/** The page with its table made anew. */
export function withFigures(page, figures) {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/trust.md has no place for figures: ${begin} ... ${end}`)
  return `${page.slice(0, from)}${begin}\n\n${table(figures)}\n\n${page.slice(to)}`
}

function table(figures) {
  const ids = Object.keys(figures).toSorted((a, b) => number(a) - number(b) || (placeOf(a) < placeOf(b) ? -1 : 1))
  return [
    '| | Promise | Tried | Found | Bound at 95 % | Controls | On |',
    '|---|---|---|---|---|---|---|',
    ...ids.map((id) => row(id, figures[id])),
  ].join('\n')
}

/** `key`: the id of a trial and what it ran on, as "R1 sqlite". */
function row(key, { promise, counts, runs = 1, failures, bound, controls, date, database }) {
  const tried = runs > 1 ? `${counts}; in ${runs} runs` : counts
  const found = failures === 0 ? 'nothing' : `**${failures} broken**`
  return `| ${[key.split(' ')[0], promise, tried, found, (failures === 0 && bound) || '–', controls.join('; ') || '–', `${database}, ${date}`].join(' | ')} |`
}

const number = (key) => Number.parseInt(key.slice(1), 10)

/** R7a before R7b, and SQLite before PostgreSQL. */
const placeOf = (key) => `${key.split(' ')[0]} ${key.endsWith('sqlite') ? 1 : 2}`
