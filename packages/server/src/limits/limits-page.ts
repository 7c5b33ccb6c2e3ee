import { type Limit, limitSections } from './limit.js'
import { limitTable } from './limits.js'

/** Returns docs/limits.md, generated from the table of limits. */
export function limitsPage(): string {
  const all = Object.entries<Limit>(limitTable)
  const sections = limitSections.map((section) => {
    const rows = all.filter(([, limit]) => limit.section === section).map(rowOf)
    return [`## ${section}`, '', '| Name | Default | What it limits | Error |', '|---|---|---|---|', ...rows].join('\n')
  })
  return `${[head, ...sections].join('\n\n')}\n`
}

const head = `# Limits

Every limit of the service, with its default. Change any of them with \`COLLOQUY_LIMITS\`, a JSON object by name:

\`\`\`sh
COLLOQUY_LIMITS='{"textReplyBytes":20000,"turnCalls":10}' npm start
\`\`\`

A request beyond a limit is answered with the error in the last column, with \`Retry-After\` where trying again later helps, and changes
nothing. Limits without an error cut, delay or evict, as described. The metric \`colloquy_limits_reached_total\` counts these errors by the
name of the limit, and for some limits without an error how often they applied.

<!-- Written from packages/server/src/limits/tables by \`npx vitest run packages/server/src/limits -u\`; do not edit. -->`

function rowOf([name, { value, unit, about, error }]: [string, Limit]): string {
  const shown = value.toLocaleString('en-US')
  return `| \`${name}\` | ${unit === 'count' ? shown : `${shown} ${unit}`} | ${about} | ${error ? `\`${error}\`` : '–'} |`
}
