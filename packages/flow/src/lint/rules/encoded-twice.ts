import type { Rule } from '../rule.js'

export const encodedTwice: Rule = {
  id: 'encoded-twice',
  severity: 'warning',
  summary: 'A value is encoded by a script, and once more by the address in which it stands',
  *find({ texts, variableUses, flow }) {
    const encoding = new Map(
      texts
        .filter(({ field, text }) => field?.kind === 'text' && field.position === 'expression' && encodes.test(text))
        .map((use) => [use.at.node, use]),
    )
    if (encoding.size === 0) return
    const names = new Map(flow.variables.map(({ id, name }) => [id, name]))
    const inAddresses = new Set<string>()
    for (const { field, text } of texts) {
      if (field?.kind !== 'text' || field.position !== 'address') continue
      // A value at the start is an address itself, and stays as it is.
      for (const { 1: name = '', index } of text.matchAll(/\{\{([^{}]+)\}\}/g)) if (index > 0) inAddresses.add(name)
    }
    for (const { at, isWrite, variableId } of variableUses) {
      const use = encoding.get(at.node)
      const name = names.get(variableId)
      if (!use || !isWrite || name === undefined || !inAddresses.has(name)) continue
      yield {
        location: { ...use.location, variableId },
        message: `{{${name}}} is encoded here, and again in the address in which it stands: leave out encodeURIComponent, as addresses encode their values.`,
      }
    }
  },
}

const encodes = /\bencodeURI(?:Component)?\(/
