import { launchBrowser, openPage } from './browser.js'
import { flowOf, says, repeats } from './flow-of.js'
import { runService } from './running-service.js'
import { sampleInputs } from './sample-inputs.js'
const service = await runService(); const browser = await launchBrowser()
for (const name of ['rating-icons', 'cards'] as const) {
await service.publish(flowOf(name, [says('Hi'), sampleInputs[name], repeats()]))
const page = await openPage(browser)
await page.goto(`${service.url}/c/${name}`); await page.waitForTimeout(1000)
await (name === 'cards' ? page.getByRole('button', { name: 'Ask us, Studio' }) : page.getByLabel('4 of 5')).click({timeout:2000}).catch(e => console.log(e.message.slice(0,900)))
if (name !== 'cards') await page.getByRole('button', { name: 'Send' }).click({timeout: 2000}).catch(e => console.log(e.message.slice(0,900)))
await page.waitForTimeout(500)
console.log(page.problems, await page.locator('.log').innerText(), await page.locator('.composer').innerHTML().catch(()=>''))
}
await browser.close(); await service.close()
