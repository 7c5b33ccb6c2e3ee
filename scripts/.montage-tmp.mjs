import { createRequire } from 'node:module'
import { readdirSync, writeFileSync } from 'node:fs'
const { chromium } = createRequire('/tmp/wt/pages3/packages/builder/package.json')('playwright-core')
const dir = '/tmp/wt/pages3/packages/builder/screenshots'
const [look, out, width, perRow, per] = [process.argv[2], process.argv[3], Number(process.argv[4] ?? 800), Number(process.argv[5] ?? 2), Number(process.argv[6] ?? 6)]
const only = process.argv[7]?.split(',')
const files = readdirSync(dir).filter((f) => f.endsWith(`-${look}.png`) && (!only || only.some((o) => f.startsWith(o))))
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--allow-file-access-from-files'] })
for (let i = 0; i * per < files.length; i++) {
  const html = `<body style="margin:4px;font:12px sans-serif;background:#888"><div style="display:grid;grid-template-columns:repeat(${perRow},${width}px);gap:4px">${files.slice(i*per,i*per+per).map((f) => `<div>${f}<br><img src="file://${dir}/${f}" width="${width}"></div>`).join('')}</div></body>`
  writeFileSync('/tmp/pages3-million/m.html', html)
  const p = await b.newPage({ viewport: { width: (width + 4) * perRow + 8, height: 800 } })
  await p.goto('file:///tmp/pages3-million/m.html'); await p.screenshot({ path: `${out}-${i}.png`, fullPage: true }); await p.close()
}
await b.close(); console.log(files.length)
