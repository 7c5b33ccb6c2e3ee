import type { BrowserContext, BrowserContextOptions, Locator, Route } from 'playwright-core'
import { type ExampleName, exampleEnds, exampleFile, exampleFlow, exampleSteps, type Step } from './example-flows.js'
import type { Visit, visiting } from './visit.js'

/** A way of going through a flow. */
export interface How {
  options?: BrowserContextOptions
  answer(page: Visit, step: Step, index: number): Promise<void>
  /** Called when the end is on the page, with its text. */
  ended?(page: Visit, text: string): Promise<void>
}

/** Stored data of a conversation. For files, their types: their addresses differ each time. */
export interface Completed {
  isCompleted: boolean
  answers: [block: string, content: string][]
  variables: Record<string, unknown>
}

/** Publishes an example, goes through it from its hosted page, and returns what was stored. */
export async function complete(tests: ReturnType<typeof visiting>, name: ExampleName, how: How): Promise<Completed> {
  const { service } = tests
  const { bot } = await service.call('/v1/bots/import', { workspaceId: service.workspaceId, bot: exampleFlow(name) })
  await service.call(`/v1/bots/${bot.id}/publish`, {})
  const { publicId } = (await service.call(`/v1/bots/${bot.id}`)).bot
  const page = await tests.page(how.options)
  // Registered now, since it takes the browser a moment to hand over its file dialogs.
  page.on('filechooser', () => {})
  await page.goto(`${service.url}/c/${publicId}`)
  for (const [index, step] of exampleSteps[name].entries()) await how.answer(page, step, index)
  if (how.ended) await how.ended(page, exampleEnds[name])
  else await page.locator('.bubble', { hasText: exampleEnds[name] }).waitFor()
  await page.leave()
  return stored(service, bot.id)
}

async function stored(service: ReturnType<typeof visiting>['service'], botId: string): Promise<Completed> {
  const { results } = await service.call(`/v1/bots/${botId}/results?timeFilter=allTime`)
  if (results.length !== 1) throw new Error(`There are ${results.length} results of one visit.`)
  const [{ isCompleted, answers, variables }] = results
  const named = (value: unknown) =>
    typeof value === 'string' ? value.replace(/https?:\/\/[^\s,]+\.(\w+)/g, 'a file.$1') : value
  return {
    isCompleted,
    answers: answers.map(({ blockId, content }: { blockId: string; content: string }) => [blockId, named(content)]),
    variables: Object.fromEntries(
      variables.map(({ name, value }: { name: string; value: unknown }) => [
        name,
        Array.isArray(value) ? value.map(named) : named(value),
      ]),
    ),
  }
}

/** By keyboard only: Tab to the control, then its keys. */
export const byKeyboard: How = {
  async answer(page, step) {
    const { keyboard } = page
    switch (step.kind) {
      case 'text':
        await tabTo(page, page.getByPlaceholder(step.label))
        await keyboard.type(step.text)
        await keyboard.press((await isLong(page, step.label)) ? 'Control+Enter' : 'Enter')
        return
      case 'date': {
        const [year, month, day] = step.date.split('-')
        await tabTo(page, page.locator('input[type=date]'))
        await keyboard.type(`${month}${day}${year}`)
        return keyboard.press('Enter')
      }
      case 'time':
        await tabTo(page, page.locator('input[type=time]'))
        await keyboard.type(`${step.time.replace(':', '')}AM`)
        return keyboard.press('Enter')
      case 'press':
        await tabTo(page, choice(page, step.name))
        return keyboard.press('Enter')
      case 'tick':
        for (const name of step.names) {
          await tabTo(page, page.getByLabel(name))
          await keyboard.press('Space')
        }
        await tabTo(page, button(page, step.send))
        return keyboard.press('Enter')
      case 'rate': {
        const rate = (value: number) => page.getByLabel(`${value} of ${step.of}`)
        await tabTo(page, rate(1))
        await keyboard.press('Space')
        for (let value = 1; value < step.value; value++) await keyboard.press('ArrowRight')
        return keyboard.press('Enter')
      }
      case 'files': {
        await tabTo(page, page.locator('input[type=file]'))
        const chooser = page.waitForEvent('filechooser')
        await keyboard.press('Enter')
        await (await chooser).setFiles(step.names.map(exampleFile))
        await tabTo(page, button(page, step.send))
        return keyboard.press('Enter')
      }
    }
  },
}

/** By finger or mouse: what differs is how something is pressed, and what a browser without scripts needs instead. */
interface Hand {
  press(target: Locator): Promise<void>
  /** The button that sends the form. */
  send(page: Visit): Locator
  rate(page: Visit, step: Extract<Step, { kind: 'rate' }>): Promise<void>
  give(page: Visit, names: readonly string[]): Promise<void>
}

function byHand({ press, send, rate, give }: Hand): How['answer'] {
  return async (page, step) => {
    switch (step.kind) {
      case 'text': {
        const field = page.getByPlaceholder(step.label)
        await press(field)
        await field.fill(step.text)
        return press(submit(page))
      }
      case 'date':
        await page.locator('input[type=date]').fill(step.date)
        return press(send(page))
      case 'time':
        await page.locator('input[type=time]').fill(step.time)
        return press(send(page))
      case 'press':
        return press(choice(page, step.name))
      case 'tick':
        for (const name of step.names) await press(page.locator('.option', { hasText: name }))
        return press(button(page, step.send))
      case 'rate':
        return rate(page, step)
      case 'files':
        await give(page, step.names)
        return press(button(page, step.send))
    }
  }
}

/** On a phone, by taps. */
export const byTouch: How = {
  options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  answer: byHand({
    press: (target) => target.tap(),
    send: (page) => button(page, 'Send'),
    async rate(page, { value, isSentAtOnce }) {
      await page
        .locator('.rate')
        .nth(value - 1)
        .tap()
      if (!isSentAtOnce) await button(page, 'Send').tap()
    },
    async give(page, names) {
      const chooser = page.waitForEvent('filechooser')
      await page.locator('.drop').tap()
      await (await chooser).setFiles(names.map(exampleFile))
    },
  }),
}

/** In a browser that runs no scripts: each input is a form, and each answer a page. */
export const withoutScripts: How = {
  options: { javaScriptEnabled: false },
  answer: byHand({
    press: (target) => target.click(),
    send: (page) => submit(page),
    async rate(page, { value, of }) {
      // The radio button itself is covered.
      await page.getByRole('radio', { name: `${value} of ${of}` }).click({ force: true })
      await submit(page).click()
    },
    give: (page, names) => page.locator('input[type=file]').setInputFiles(names.map(exampleFile)),
  }),
  ended: (page, text) => page.locator('.bubble:visible', { hasText: text }).waitFor(),
}

/**
 * On a phone whose network fails twice: before the reply of one input is sent, and after that of another is received but not yet answered.
 */
export function byBrokenNetwork(unsent: number, unanswered: number): How {
  return {
    ...byTouch,
    async answer(page, step, index) {
      const context = page.context()
      if (index !== unsent && index !== unanswered) return byTouch.answer(page, step, index)
      await page.locator('.entry.pending').waitFor({ state: 'detached' })
      await page.locator('.composer :is(form, .options, .cards)').first().waitFor()
      await page.waitForLoadState('networkidle')
      if (index === unsent) await context.setOffline(true)
      else await page.route('**/continueChat', losing(context), { times: 1 })
      await byTouch.answer(page, step, index)
      await page.getByText('No connection').waitFor()
      await context.setOffline(false)
    },
  }
}

/** The service receives the reply; then the network fails, and its answer is lost. */
const losing = (context: BrowserContext) => async (route: Route) => {
  await route.fetch()
  await context.setOffline(true)
  await route.abort('internetdisconnected')
}

const submit = (page: Visit) => page.locator('.composer button[type=submit]:visible')

/** A radio button, or a plain button on cards and without scripts. */
const choice = (page: Visit, name: string) => page.getByRole('radio', { name, exact: true }).or(button(page, name))

const button = (page: Visit, name: string) => page.getByRole('button', { name, exact: true })

const isLong = (page: Visit, label: string) =>
  page.getByPlaceholder(label).evaluate((field) => field.tagName === 'TEXTAREA')

/** Presses Tab, and arrow keys within a radio group, until the element has the focus, as a person would. Throws if it is not reached. */
async function tabTo(page: Visit, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  const isReached = () => wanted.evaluate((element) => (element.getRootNode() as Document).activeElement === element)
  const isInItsGroup = () =>
    wanted.evaluate((element) => {
      const group = element.closest('[role=radiogroup]')
      const { activeElement } = element.getRootNode() as Document
      return element.role === 'radio' && group?.contains(activeElement) === true
    })
  for (let presses = 0; presses < 80; presses++) {
    if (await isReached()) return
    await page.keyboard.press((await isInItsGroup()) ? 'ArrowDown' : 'Tab')
  }
  throw new Error(`The keyboard does not reach ${wanted}`)
}
