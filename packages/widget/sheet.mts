import { chromium } from 'playwright-core'
import { readdirSync } from 'node:fs'
const [out, pattern, w='3'] = process.argv.slice(2)
const dir='/tmp/wt/widget/packages/widget/screenshots/'
const files=readdirSync(dir).filter(f=>new RegExp(pattern!).test(f))
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--allow-file-access-from-files']})
const p=await b.newPage({viewport:{width:1560,height:900}})
const { writeFileSync } = await import('node:fs')
writeFileSync('/tmp/sheet.html', `<body style="margin:0;display:grid;grid-template-columns:repeat(${w},1fr);gap:6px;background:#999">${files.map(f=>`<img style="width:100%" src="file://${dir}${f}">`).join('')}`)
await p.goto('file:///tmp/sheet.html'); await p.waitForTimeout(300)
await p.screenshot({path:out,fullPage:true}); await b.close()
