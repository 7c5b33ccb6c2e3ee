import { parseArgs } from 'node:util'

/**
 * Returns the options of a script by name. `kinds` says what each takes: `number` (above 0), `text`, a list of words, or `flag` (nothing). `--help`
 * prints `help` and ends the script; a wrong option prints one line above it and ends the script with code 2.
 */
export function readOptions(help, kinds) {
  try {
    const types = Object.entries({ ...kinds, help: 'flag' }).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string' },
    ])
    const { values } = parseArgs({ options: Object.fromEntries(types) })
    if (values.help) {
      console.log(help)
      process.exit(0)
    }
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(name, kinds[name], value)]))
  } catch (error) {
    // The sentences after the first say how to write such a value where it is meant.
    console.error(`${error.message.split(/\. |\.?\n/)[0]}.\n\n${help}`)
    process.exit(2)
  }
}

function read(name, kind, value) {
  const number = Number(value)
  if (Array.isArray(kind) && !kind.includes(value))
    throw new Error(`--${name} is "${value}": it has to be one of ${kind.join(', ')}`)
  if (kind !== 'number') return value
  if (!(number > 0 && Number.isFinite(number)))
    throw new Error(`--${name} is "${value}": it has to be a number above 0`)
  return number
}
