import { launchBrowser, openPage } from './browser.js'
import { flowOf, says } from './flow-of.js'
import { runService } from './running-service.js'
import { sampleInputs } from './sample-inputs.js'
const service = await runService(); const browser = await launchBrowser()
await service.publish(flowOf('a', [says('Hi'), sampleInputs.buttons]))
const page = await openPage(browser)
page.on('console', m => console.log('console', m.text())); page.on('response', r => console.log(r.status(), r.url()))
await page.goto(`${service.url}/c/a`); await page.waitForTimeout(1500)
console.log(page.problems, await page.evaluate(() => document.querySelector('colloquy-standard')?.shadowRoot?.innerHTML))
await browser.close(); await service.close()
