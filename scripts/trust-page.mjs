/** Renders docs/trust.json as the table of results in docs/trust.md. */

const begin = '<!-- figures: written by `npm run trust -- --record` -->'
const end = '<!-- end of figures -->'

/** Returns the page with a new table. */
export function withFigures(page, figures) {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/trust.md has no table of figures: add ${begin} ... ${end}`)
  return `${page.slice(0, from)}${begin}\n\n${table(figures)}\n\n${page.slice(to)}`
}

function table(figures) {
  const ids = Object.keys(figures).toSorted((a, b) => number(a) - number(b) || (placeOf(a) < placeOf(b) ? -1 : 1))
  return [
    '| | Promise | Tested with | Failures | Bound at 95 % | Negative controls | Database, date |',
    '|---|---|---|---|---|---|---|',
    ...ids.map((id) => row(id, figures[id])),
  ].join('\n')
}

/** `key`: the id of a reliability test and its database, as "R1 sqlite". */
function row(key, { promise, counts, runs = 1, failures, missedGoals = [], bound, controls, date, database }) {
  const tried = runs > 1 ? `${counts}; in ${runs} runs` : counts
  const missed = missedGoals.length > 0 ? `; goals missed: ${missedGoals.join(' ')}` : ''
  const found = `${failures === 0 ? 'none' : `**${failures}**`}${missed}`
  return `| ${[key.split(' ')[0], promise, tried, found, (failures === 0 && bound) || '–', controls.join('; ') || '–', `${database}, ${date}`].join(' | ')} |`
}

const number = (key) => Number.parseInt(key.slice(1), 10)

/** R7a before R7b, and SQLite before PostgreSQL. */
const placeOf = (key) => `${key.split(' ')[0]} ${key.endsWith('sqlite') ? 1 : 2}`
