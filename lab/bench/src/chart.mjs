const width = 720
const left = 190
const barHeight = 26
const gap = 14
const top = 46

/** Bars of `{ name, value }` as an SVG that can be read on light and on dark pages, longest first. Values in turns a second. */
export function drawChart(bars) {
  const sorted = [...bars].sort((one, other) => other.value - one.value)
  const height = top + sorted.length * (barHeight + gap) + 6
  const max = sorted[0]?.value ?? 1
  const rows = sorted.map(({ name, value }, index) => {
    const y = top + index * (barHeight + gap)
    const length = Math.max(2, Math.round(((width - left - 90) * value) / max))
    const own = name.startsWith('Colloquy') ? ' class="own"' : ''
    const label = Math.round(value).toLocaleString('en-US')
    return `  <text x="${left - 12}" y="${y + 18}" text-anchor="end">${name}</text>
  <rect${own} x="${left}" y="${y}" width="${length}" height="${barHeight}" rx="4"/>
  <text x="${left + length + 10}" y="${y + 18}">${label}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Durable replies a second">
  <style>
    text { font: 14px system-ui, sans-serif; fill: #475569 }
    .title { font-weight: 600 }
    rect { fill: #94a3b8 }
    .own { fill: #4f46e5 }
    @media (prefers-color-scheme: dark) { text { fill: #cbd5e1 } rect { fill: #64748b } .own { fill: #818cf8 } }
  </style>
  <text class="title" x="${left}" y="24">Durable replies a second, 32 visitors at once</text>
${rows.join('\n')}
</svg>
`
}
