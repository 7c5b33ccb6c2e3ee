import {
  type Block,
  type BlockType,
  blockSchemas,
  credentialsTypes,
  eventSchema,
  settingsSchema,
  themeSchema,
} from '@colloquy/flow'
import { definitionOf, inputExitsOf } from '@colloquy/flow/blocks'
import { integrationTypes } from '@colloquy/flow/integrations'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type JsonSchema, variantsOf } from '../catalogue/json-schema.js'
import { newBlock } from '../catalogue/new-block.js'
import { endVisits, openSignedIn, shareBrowser } from '../testing/browser.js'
import { shownBy } from '../testing/form-controls.js'
import { neverWritten, optionPaths, type SentOperation, withoutIds, writtenPaths } from '../testing/option-paths.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([runService(), shareBrowser()])
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
})

/** Options without a control, and why. */
const withoutControl: readonly (readonly [option: RegExp, reason: string])[] = [
  [/outgoingEdgeId$/, 'drawn on the canvas'],
  [/ exits\[\]\.on$/, 'chosen by the button that adds the exit: exits-form.browser.test.ts'],
  [
    /^(?!choice input|picture choice input|cards|person).* exits\[\]\.variableId$/,
    'only inputs with buttons know anything else, and only the block for a person when people are back',
  ],
  [/^text input exits\[\]\.tries$/, 'it takes any text'],
  [/^agent options\.tools\[\]\./, 'made from the fields of each kind of tool: agent.test.ts'],
  [/ options\.responseExamples\[\]\./, 'kept from the answer to a test of the request: forms.browser.test.ts'],
  [/ isMuted$/, 'switched in the menu of the block'],
  [/^text content\.(html|plainText)$/, 'the text in forms that older files have'],
  [/ (graphCoordinates|type)\b/, 'places and kinds come from the canvas'],
  [/^theme general\.font\.url$/, 'style sheets of other hosts are not requested'],
  [/^settings general\.isTypingEmulationEnabled$/, 'an older name of typingEmulation.enabled, read from older files'],
  [
    /^settings (messaging\.(isEnabled|startCondition|sessionExpiryTimeout|quietSeconds|listButton|idle)|channels)\b/,
    'set at Share, Channels: messaging.browser.test.ts',
  ],
  [/ options\.(isUnsafe|shouldExecuteInParentContext)$/, 'changes nothing here'],
]

const hasNoControl = (option: string) => withoutControl.some(([pattern]) => pattern.test(option))

/** Their forms are generated from the fields of their definitions. */
const generated: ReadonlySet<string> = new Set(integrationTypes)
const types = (Object.keys(blockSchemas) as BlockType[]).filter((type) => type !== 'start' && !generated.has(type))

const describe = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const required = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.fromEntries(required.map((key) => [key, properties[key]?.type === 'array' ? [] : {}]))

/**
 * A block of each type, and one more for each variant of its options. The key that selects the variant keeps its value, or is set to
 * `choice`.
 */
const blocks = types.flatMap((type) => {
  const make = (options?: object) => {
    let count = 0
    const own = definitionOf(type)
    const kinds = own?.asksForPerson ? (own.exits ?? []) : inputExitsOf(type)
    const exits = kinds.map((on) => ({ id: `exit${count++}`, on }))
    const block = newBlock(type, () => `i${count++}`)
    return { ...block, ...(options && { options }), ...(exits.length > 0 && { exits }) }
  }
  const code = type === 'Set variable' ? [{ block: make(), choice: 'code' }] : []
  const options = describe(blockSchemas[type]).properties?.options
  const variants = options && variantsOf(options)
  const first = variants?.values.filter(
    (value, index, all) => all.findIndex((other) => same(variants.pick(other), variants.pick(value))) === index,
  )
  const others = (first ?? []).map((value) => ({
    block: make({ ...required(variants!.pick(value)), [variants!.key]: value }),
    variant: value,
  }))
  return [{ block: make() }, ...code, ...others] as { block: Block; variant?: string; choice?: string }[]
})

/**
 * Operates every control of a form once: adds an element to each list, and gives each field another value, except the one that selects the
 * variant.
 */
const fillAll = (page: Page, form: string, { variant, choice }: { variant?: string; choice?: string } = {}) =>
  page.evaluate(
    async ({ form, variant, choice }) => {
      const pause = () => new Promise((done) => setTimeout(done))
      const all = <Kind extends Element>(selector: string) => [
        ...document.querySelectorAll<Kind>(`${form} ${selector}`),
      ]
      const unfold = () => {
        for (const details of all<HTMLDetailsElement>('details')) details.open = true
      }
      const setter = (element: Element) =>
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!
      const put = (element: Element, value: string, event: string) => {
        ;(element as HTMLElement).focus()
        setter(element).call(element, value)
        element.dispatchEvent(new Event(event, { bubbles: true }))
      }
      const used = new Set<Element | string>()
      const next = (selector: string) => {
        unfold()
        const found = all<HTMLInputElement>(selector).find(
          (element) => !used.has(element) && !used.has(element.id) && !element.disabled,
        )
        // A select is replaced by another element once it has been opened.
        if (found) used.add(found.matches('.select') ? found.id : found)
        return found
      }
      const until = async (isSo: () => boolean) => {
        while (!isSo()) await pause()
      }
      const options = () => [...document.querySelectorAll<HTMLElement>('.select-list[data-open] [role="option"]')]
      const adds = () => {
        unfold()
        const found = all<HTMLButtonElement>('button').find(
          (button) => /^Add( |$)/.test(button.innerText.trim()) && !used.has(button),
        )
        if (found) used.add(found)
        return found
      }
      for (let rounds = 0; rounds < 300; rounds += 1) {
        const add = adds()
        if (add) {
          add.click()
          await pause()
          continue
        }
        // Fields come before selects, which may remove fields.
        const field = next('input:not([type="file"], [aria-hidden="true"]), textarea') ?? next('.select')
        if (!field) break
        if (field.type === 'checkbox' || field.type === 'radio') field.click()
        else if (field.matches('.select')) {
          const { value: now } = field.dataset
          field.click()
          await until(() => options().length > 0)
          const given = options().filter(({ dataset: { value } }) => value !== '' && value !== ' add')
          const other =
            given.find(({ dataset }) => dataset.value === choice) ??
            given.filter(({ dataset }) => dataset.value !== now).at(-1)
          const isKept = now === variant || other === undefined
          const chosen = isKept ? options().find(({ dataset }) => dataset.value === now) : other
          if (chosen) chosen.click()
          else options()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
          await until(() => options().length === 0)
        } else {
          const isVariable = field.matches('[role="combobox"]')
          const kinds: Record<string, string> = { color: '#123456', date: '2026-01-02' }
          const usual = kinds[field.type] ?? (isVariable ? 'Kept' : field.max || '7')
          put(field, field.value === usual ? '1' : usual, 'input')
          await pause()
          for (const text of ['en', 'https://a.example'])
            if (field.getAttribute('aria-invalid') === 'true') {
              put(field, text, 'input')
              await pause()
            }
          if (isVariable) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
        }
        await pause()
      }
    },
    { form, variant, choice },
  )

/**
 * Changes parts that are edited as a document once they are loaded: messages by keystrokes, code through its editor, which reports each
 * change.
 */
async function type(page: Page, form: string): Promise<void> {
  const count = (selector: string) => page.locator(`${form} ${selector}`).count()
  const waiting = async () =>
    (await count('.rich-text:empty')) + (await count('.code-editor')) - (await count('.code-editor .cm-content'))
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  for (const editor of await page
    .locator(`${form} .rich-text [contenteditable="true"], ${form} .rich-text[contenteditable="true"]`)
    .all()) {
    await editor.click()
    await page.keyboard.type('x')
  }
  for (const code of await page.locator(`${form} .code-editor .cm-content`).all()) {
    await code.evaluate((content) => {
      const { cmTile, cmView } = content as unknown as Record<
        'cmTile' | 'cmView',
        { root?: Held; rootView?: Held } | undefined
      >
      type Held = { view: { dispatch(change: object): void } }
      const { view } = (cmTile?.root ?? cmView?.rootView)!
      view.dispatch({ changes: { from: 0, insert: 'x' } })
    })
  }
}

async function chooseFont(page: Page, name: string): Promise<void> {
  await page.locator('.font-choice').click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

/** The paths of all options, by the block, event, settings or theme that they belong to. */
const allOptions = [
  ...types.map((type) => [type, blockSchemas[type]] as const),
  ...eventSchema.options.map((event) => [event.shape.type.value, event] as const),
  ['theme', themeSchema] as const,
  ['settings', settingsSchema] as const,
].map(([owner, schema]) => [owner, optionPaths(describe(schema))] as const)

const isSaved = (page: Page) => page.locator('.saving', { hasText: 'Saved' }).waitFor()

it('gives every option of every block, event, setting and theme a control that writes it, and shows what was written', async () => {
  for (const credentials of credentialsTypes)
    await service.call('POST', 'credentials', accountOf(credentials)).catch(() => {})
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/teams`, { name: 'Sales' })
  const at = (index: number) => ({ x: (index % 8) * 400, y: Math.floor(index / 8) * 300 })
  const groups = blocks.map(({ block }, index) => ({
    id: `g${index}`,
    title: block.type,
    graphCoordinates: at(index),
    blocks: [{ ...block, id: `b${index}` }],
  }))
  const events = eventTypes.map((type, index) => ({
    id: `e${index}`,
    type,
    graphCoordinates: { x: -400, y: index * 200 },
  }))
  await service.make({ name: 'Other', groups: [{ ...groups[0], id: 'o' }] })
  const botId = await service.make({ name: 'All', groups, events, edges: [], variables: [{ id: 'v', name: 'Kept' }] })
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  const written = new Set<string>()
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/operations')) return
    const { operations } = request.postDataJSON() as { operations: SentOperation[] }
    for (const path of operations.flatMap(writtenPaths)) written.add(path.join('/'))
  })
  /** Options that nothing has written so far, by the block, event, settings or theme that they belong to. */
  const missing = () => {
    const ofLocations = new Map<string, Set<string>>()
    for (const path of written) {
      const [owner, rest] = locationOf(path.split('/'))
      if (rest.length > 0) ofLocations.set(owner, (ofLocations.get(owner) ?? new Set()).add(withoutIds(rest)))
    }
    return allOptions.flatMap(([owner, paths]) =>
      neverWritten(paths, ofLocations.get(owner) ?? new Set()).map((path) => ({ owner, option: `${owner} ${path}` })),
    )
  }
  await page.locator('.react-flow__node').first().waitFor()
  const fill = async (form: string, options?: { variant?: string; choice?: string }) => {
    await page.locator(form).first().waitFor()
    await fillAll(page, form, options)
    await type(page, form)
  }
  const open = (hash: string) =>
    page.evaluate((next) => {
      location.hash = next
    }, hash)
  const openBlock = async (index: number) => {
    await open(`#/g${index}/b${index}`)
    await page.locator(`.side-body[data-form="b${index}"]`).waitFor()
  }
  const entered = new Map<number, string[]>()
  // Controls that one switch hides appear in another round.
  for (let round = 0; round < 2; round += 1) {
    const lacking = new Set<string>(
      missing()
        .filter(({ option }) => !hasNoControl(option))
        .map(({ owner }) => owner),
    )
    for (const [index, { block, variant, choice }] of blocks.entries()) {
      if (round > 0 && !lacking.has(block.type)) continue
      await openBlock(index)
      await fill(`.side-body[data-form="b${index}"]`, { ...(variant && { variant }), ...(choice && { choice }) })
      entered.set(index, await shownBy(page))
      expect(await page.locator('.side-body .wrong').count(), block.type).toBe(0)
    }
    for (const [index, title] of eventTitles) {
      await open(`#/e${index}`)
      await page.locator('.side-body h3', { hasText: title }).waitFor()
      await fill('.side-body')
    }
    await isSaved(page)
  }
  await page.reload()
  await page.locator('.react-flow__node').first().waitFor()
  for (const [index, { block }] of blocks.entries()) {
    await openBlock(index)
    await expect.poll(() => shownBy(page), { message: block.type }).toEqual(entered.get(index))
  }
  for (const tab of ['Theme', 'Settings']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await page.getByRole('heading', { name: tab, level: 1 }).waitFor()
    if (tab === 'Theme') {
      await page.getByRole('tab', { name: 'Customize' }).click()
      await page.getByRole('button', { name: 'Always', exact: true }).click()
      await page.getByRole('tab', { name: 'Fine-tune' }).click()
      await chooseFont(page, 'Custom font')
    }
    const form = tab === 'Theme' ? '.theme-fine-tune' : '.page-inner .card'
    await fill(form)
    await fill(form)
    await isSaved(page)
    if (tab === 'Theme') await chooseFont(page, 'Inter')
    await isSaved(page)
  }
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await fill('[data-form="link-preview"]')
  await isSaved(page)
  const never = missing().map(({ option }) => option)
  expect(never.filter((option) => !hasNoControl(option))).toEqual([])
  expect(withoutControl.filter(([pattern]) => !never.some((option) => pattern.test(option)))).toEqual([])
  expect(page.problems).toEqual([])
  await page.leave()
}, 600_000)

const eventTypes = ['start', 'command', 'reply', 'invalidReply']
const eventTitles = [
  [1, 'Command'],
  [2, 'Reply'],
  [3, 'Invalid'],
] as const

/** Splits a path of the document into the name of the schema it belongs to, and the rest. */
function locationOf(path: readonly string[]): [owner: string, rest: readonly string[]] {
  const [list = '', id = '', inner, blockId = ''] = path
  if (list === 'events') return [eventTypes[Number(id.slice(2))] ?? '', path.slice(2)]
  if (list !== 'groups') return [list, path.slice(1)]
  return inner === 'blocks' ? [blocks[Number(blockId.slice(2))]?.block.type ?? '', path.slice(4)] : ['', []]
}

const accountOf = (type: string) => ({
  workspaceId: service.workspaceId,
  credentials: { type, name: type, data: dataOf(type) },
})

function dataOf(type: string): object {
  if (type === 'smtp') return { port: 25, from: {} }
  if (type === 'stripe') return { live: { secretKey: 'a', publicKey: 'b' }, test: {} }
  if (type === 'http proxy') return { url: 'http://127.0.0.1:9' }
  return {}
}
