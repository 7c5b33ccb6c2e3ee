import { parseArgs } from 'node:util'

/**
 * The options of a script, by name. `kinds` says of each what it takes: `number` (above 0), `text`, a list of words, or `flag` (nothing). `--help` prints
 * `help` and ends the script; a mistake is told in one line above it, and ends the script with code 2.
 */
export function readOptions(help, kinds) {
  const options = Object.fromEntries(
    Object.entries({ ...kinds, help: 'flag' }).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string' },
    ]),
  )
  const values = parsed(options, help)
  if (values.help) {
    console.log(help)
    process.exit(0)
  }
  for (const [name, kind] of Object.entries(kinds)) {
    if (values[name] === undefined) continue
    if (Array.isArray(kind) && !kind.includes(values[name])) {
      refuse(`--${name} is "${values[name]}": it has to be one of ${kind.join(', ')}.`, help)
    }
    if (kind !== 'number') continue
    const number = Number(values[name])
    if (!(number > 0 && Number.isFinite(number)))
      refuse(`--${name} is "${values[name]}": it has to be a number above 0.`, help)
    values[name] = number
  }
  return values
}

function parsed(options, help) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    // What follows the first sentence is about writing such a thing where it is meant.
    return refuse(`${error.message.split(/\. |\.?\n/)[0]}.`, help)
  }
}

function refuse(mistake, help) {
  console.error(`${mistake}\n\n${help}`)
  process.exit(2)
}
