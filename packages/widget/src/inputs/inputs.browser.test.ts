import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectReadable } from '../testing/browser.js'
import { exampleFile } from '../testing/example-flows.js'
import { asks, repeats, says } from '../testing/flow-of.js'
import { sampleInputs } from '../testing/sample-inputs.js'
import { themes } from '../testing/themes.js'
import { begunByWidget, bubble, transcript, type Visit, visiting } from '../testing/visit.js'

const tests = visiting()

type Sample = keyof typeof sampleInputs

/** How a visitor answers each input by real keys and clicks, what the flow gets, and what the transcript shows of it. */
const uses: {
  [K in Exclude<Sample, 'payment' | 'file'>]: { answer(page: Visit): Promise<unknown>; gets: string; shows: string }
} = {
  text: {
    answer: async (page) => {
      await page.getByPlaceholder('Type your answer').fill('Ada Lovelace')
      await page.keyboard.press('Enter')
    },
    gets: 'Ada Lovelace',
    shows: 'Ada Lovelace',
  },
  'text-long': {
    answer: async (page) => {
      await page.getByPlaceholder('Tell us more').pressSequentially('One\n')
      await page.keyboard.type('two')
      await page.keyboard.press('Control+Enter')
    },
    gets: 'One\ntwo',
    shows: 'One\ntwo',
  },
  number: {
    answer: async (page) => {
      await page.getByPlaceholder('Your budget').fill('1,250.50')
      await page.keyboard.press('Enter')
      await page.getByText('Please give a number from €1.00 to €500.00.').waitFor()
      await page.getByPlaceholder('Your budget').fill('250.5')
      await page.keyboard.press('ArrowUp')
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: '251.5',
    shows: '€251.50',
  },
  email: {
    answer: async (page) => {
      await page.getByPlaceholder('Type your email').fill(' Ada@Example.com ')
      await page.keyboard.press('Enter')
    },
    gets: 'ada@example.com',
    shows: 'ada@example.com',
  },
  url: {
    answer: async (page) => {
      await page.getByPlaceholder('Type a web address').fill('example.com/x')
      await page.keyboard.press('Enter')
    },
    gets: 'https://example.com/x',
    shows: 'https://example.com/x',
  },
  phone: {
    answer: async (page) => {
      await page.getByLabel('Country').selectOption('GB')
      await page.getByPlaceholder('Type your phone number').fill('020 7946 0018')
      await page.keyboard.press('Enter')
    },
    gets: '+442079460018',
    shows: '+442079460018',
  },
  date: {
    answer: async (page) => {
      await page.getByLabel('What would you like?').fill('2026-12-24')
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: '24/12/2026',
    shows: '12/24/2026',
  },
  'date-range': {
    answer: async (page) => {
      await page.getByLabel('From').fill('2026-12-24')
      await page.getByLabel('To').fill('2026-12-20')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('The end cannot be before the start.').waitFor()
      await page.getByLabel('To').fill('2026-12-31')
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: '24/12/2026 to 31/12/2026',
    shows: '12/24/2026 – 12/31/2026',
  },
  time: {
    answer: async (page) => {
      await page.getByLabel('What would you like?').fill('14:30')
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: '14:30',
    shows: '2:30 PM',
  },
  buttons: {
    answer: (page) => page.getByRole('radio', { name: 'A web shop' }).click(),
    gets: 'A web shop',
    shows: 'A web shop',
  },
  'buttons-multiple': {
    answer: async (page) => {
      await page.getByLabel('Filter the choices').fill('host')
      await page.getByText('Design').waitFor({ state: 'detached' })
      await page.getByText('Hosting and care').click()
      await page.getByLabel('Filter the choices').fill('')
      await page.getByLabel('Design').focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: 'Design, Hosting and care',
    shows: 'Design, Hosting and care',
  },
  pictures: {
    answer: async (page) => {
      await page.getByText('Forest').click()
      await page.getByText('Mountains').click()
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: 'Mountains, Forest',
    shows: 'Mountains, Forest',
  },
  'rating-numbers': {
    answer: async (page) => {
      await page.getByLabel('7 of 10').click()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: '8',
    shows: '8',
  },
  'rating-icons': {
    answer: async (page) => {
      await page.getByLabel('4 of 5').click()
      await page.getByRole('button', { name: 'Send' }).click()
    },
    gets: '4',
    shows: '4',
  },
  cards: {
    answer: (page) => page.getByRole('button', { name: 'Ask us, Studio' }).click(),
    gets: 'Studio',
    shows: 'Studio · Ask us',
  },
}

describe.each(Object.keys(uses) as (keyof typeof uses)[])('%s', (name) => {
  test('is answered, and leaves nothing for axe to find in light and dark', async () => {
    const page = await tests.visit([says('What would you like?', 'question'), sampleInputs[name], repeats()])
    await page.locator('.composer form, .composer .options, .composer .cards').first().waitFor()
    await expectAccessible(page)
    await uses[name].answer(page)
    await bubble(page, 'You said').waitFor()
    const said = (await transcript(page)).map((text) => text.replaceAll('\u2009', ' '))
    expect(said).toEqual(['What would you like?', uses[name].shows, `You said: ${uses[name].gets}`])
    const dark = await tests.bot([says('What would you like?', 'question'), sampleInputs[name]], { theme: themes.dark })
    await page.goto(`${tests.service.url}/c/${dark.publicId}`)
    await page.locator('.composer form, .composer .options, .composer .cards').first().waitFor()
    await expectReadable(page)
    expect(page.problems).toEqual([])
    expect(page.elsewhere).toEqual([])
  })
})

test.each([
  ['en', 'Which one?', 'right', 'left'],
  ['ar', 'ماذا تريد؟', 'left', 'right'],
])('cards fade at the side behind which there are more (%s)', async (locale, question, ahead, behind) => {
  const cards = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `card${index}`, title: `Card ${index}`, paths: [] }))
  const open = async (count: number) => {
    const page = await tests.visit([says(question, 'question'), asks('cards', {}, cards(count))], {}, { locale })
    return page.locator('.composer .cards')
  }
  const few = await open(1)
  await expect.poll(() => few.evaluate((it) => getComputedStyle(it).maskImage)).toBe('none')
  await few.page().context().close()
  const many = await open(9)
  const more = () => many.getAttribute('data-more')
  await expect.poll(more).toBe(ahead)
  expect(await many.evaluate((it) => getComputedStyle(it).maskImage)).toContain('linear-gradient')
  const scrollTo = (last: number) =>
    many
      .locator('.card')
      .nth(last)
      .evaluate((it) => it.scrollIntoView({ behavior: 'instant', inline: 'center' }))
  await scrollTo(4)
  await expect.poll(more).toBe('left right')
  await scrollTo(8)
  await expect.poll(more).toBe(behind)
  await many.page().context().close()
})

test('choices are one stop of the Tab key, named by the question; arrow keys look around, Enter answers', async () => {
  const items = ['Red', 'Green', 'Blue'].map((content) => ({ id: content, content }))
  const page = await tests.visit([says('Which colour?', 'question'), asks('choice input', {}, items), repeats()])
  const group = page.getByRole('radiogroup', { name: 'Which colour?' })
  // The widget first scrolls the question into view, and listens to keys then.
  const fromRed = async () => {
    await group.getByRole('radio', { name: 'Red' }).focus()
    await page.keyboard.press('ArrowRight')
    return focusedText(page)
  }
  await expect.poll(fromRed).toBe('Green')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedText(page)).toBe('Blue')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focusedText(page)).toBe('Red')
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedText(page)).not.toMatch(/Red|Green/)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => focusedText(page)).toBe('Blue')
  expect(await transcript(page)).toEqual(['Which colour?'])
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Blue').waitFor()
})

test('several choices are a group of boxes, named by the question', async () => {
  const items = ['Red', 'Green'].map((content) => ({ id: content, content }))
  const page = await tests.visit([
    says('Which colours?', 'question'),
    asks('choice input', { isMultipleChoice: true }, items),
    repeats(),
  ])
  const group = page.getByRole('group', { name: 'Which colours?' })
  await group.getByRole('checkbox', { name: 'Red' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => group.getByRole('checkbox', { name: 'Green' }).isChecked()).toBe(true)
})

test('of several choices whose labels differ in their case only, the ticked one is the answer', async () => {
  const items = ['Red', 'red', 'Blue'].map((content, index) => ({ id: `i${index}`, content }))
  const page = await tests.visit([asks('choice input', { isMultipleChoice: true }, items), repeats()])
  await page.locator('[data-item-id="i1"]').click()
  await page.locator('[data-item-id="i2"]').click()
  await page.getByRole('button', { name: 'Send' }).click()
  await bubble(page, 'You said: red, Blue').waitFor()
})

test.each([
  ['de-DE', '1.500', '1500'],
  ['en-GB', '1.500', '1.5'],
  ['en-GB', '12 500', '12500'],
  ['ar-EG', '\u0661\u0662\u066b\u0665', '12.5'],
])('in a browser in %s, the number %s is %s', async (locale, typed, saved) => {
  const page = await tests.visit([asks('number input'), repeats()], {}, { locale })
  await page.locator('[data-answer]').fill(typed)
  await page.keyboard.press('Enter')
  await bubble(page, `You said: ${saved}`).waitFor()
})

test('a number that is filled in or stepped is written in the language of the visitor', async () => {
  const settings = { general: { isInputPrefillEnabled: true }, typingEmulation: { enabled: false } }
  const page = await tests.visit(
    [asks('number input', { step: 0.001 }), repeats()],
    { settings, variables: [{ id: 'answer', name: 'Answer', value: '1.233' }] },
    { locale: 'de-DE' },
  )
  const field = page.locator('[data-answer]')
  await expect.poll(() => field.inputValue()).toBe('1,233')
  await field.press('ArrowUp')
  await expect.poll(() => field.inputValue()).toBe('1,234')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: 1.234').waitFor()
})

test('a field is named by the question above it', async () => {
  const page = await tests.visit([says('What is your name?', 'question'), asks('text input')])
  await page.getByRole('textbox', { name: 'What is your name?' }).waitFor()
})

test("a picked date is shown as the visitor's browser writes dates, before and after a reload", async () => {
  const page = await tests.visit(
    [says('When?', 'question'), asks('date input'), repeats(), asks('text input')],
    {},
    { locale: 'en-GB' },
  )
  await page.getByLabel('When?').fill('2026-12-24')
  await page.getByRole('button', { name: 'Send' }).click()
  await bubble(page, 'You said: 24/12/2026').waitFor()
  expect((await transcript(page))[1]).toBe('24/12/2026')
  const german = await tests.visit(
    [says('Wann?', 'question'), asks('date input'), says('Danke', 'thanks'), asks('text input')],
    { settings: { general: { rememberUser: { isEnabled: true, storage: 'local' } } } },
    { locale: 'de-DE' },
  )
  await german.getByLabel('Wann?').fill('2026-12-24')
  await german.getByRole('button', { name: 'Senden' }).click()
  await bubble(german, 'Danke').waitFor()
  expect(await transcript(german)).toEqual(['Wann?', '24.12.2026', 'Danke'])
  await german.reload()
  await bubble(german, 'Danke').waitFor()
  expect(await transcript(german)).toEqual(['Wann?', '24.12.2026', 'Danke'])
})

test('a one-click rating answers at the click, but not while arrow keys look around', async () => {
  const page = await tests.visit([
    says('How was it?', 'question'),
    asks('rating input', { length: 5, startsAt: 1, isOneClickSubmitEnabled: true }),
    repeats(),
  ])
  await page.getByLabel('2 of 5').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await transcript(page)).toEqual(['How was it?'])
  await page.getByLabel('5 of 5').click()
  await bubble(page, 'You said: 5').waitFor()
})

test("an author's icon is rendered without its scripts", async () => {
  const svg =
    '<svg viewBox="0 0 10 10" onload="window.__xss=1"><script>window.__xss=1</script><path d="M0 0h10v10z" onclick="window.__xss=1"/><image href="http://evil.example/x"/></svg>'
  const page = await tests.visit([
    says('How?', 'question'),
    asks('rating input', { buttonType: 'Icons', length: 3, customIcon: { isEnabled: true, svg } }),
  ])
  const icon = page.locator('.icon').first()
  await icon.waitFor()
  expect(await icon.innerHTML()).toBe('<svg viewBox="0 0 10 10"><path d="M0 0h10v10z"></path></svg>')
  expect(await page.evaluate('window.__xss')).toBeUndefined()
  expect(page.elsewhere).toEqual([])
})

test('a reply that the service does not take is asked for again', async () => {
  const page = await tests.visit([
    says('Your address?', 'question'),
    asks('email input', { retryMessageContent: 'Once more, please.' }),
    repeats(),
  ])
  await page.getByPlaceholder('Type your email').fill('nonsense')
  await page.keyboard.press('Enter')
  await bubble(page, 'Once more, please.').waitFor()
  await page.getByPlaceholder('Type your email').fill('a@b.example')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: a@b.example').waitFor()
})

test.each([
  ['email', 'textbox'],
  ['url', 'textbox'],
  ['number', 'textbox'],
  ['phone', 'textbox'],
  ['time', undefined],
  ['date', undefined],
  ['buttons-multiple', 'group'],
  ['pictures', 'group'],
  ['rating-numbers', 'radiogroup'],
  ['cards', 'group'],
] as const)(
  '%s whose reply is rejected stays named by its question and is described by the reason',
  async (name, role) => {
    const page = await tests.visit([says('What would you like?', 'question'), sampleInputs[name], repeats()])
    // Most inputs only offer valid replies, so the first one is replaced on its way.
    let isFirst = true
    await page.route('**/continueChat', (route) => {
      const sent = route.request().postDataJSON()
      if (!isFirst) return route.continue()
      isFirst = false
      return route.continue({ postData: { ...sent, message: { ...sent.message, text: '@@', metadata: undefined } } })
    })
    await uses[name].answer(page)
    const reason = page.locator('#invalid')
    await reason.waitFor()
    const answer = role
      ? page.getByRole(role, { name: 'What would you like?' })
      : page.locator('.composer input[aria-labelledby="question"]')
    await answer.waitFor()
    expect(await descriptionOf(answer)).toBe(await reason.innerText())
    if (role !== 'group' && role !== 'radiogroup') expect(await answer.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
  },
)

const descriptionOf = (answer: Locator) =>
  answer.evaluate((it) => {
    const ids = it.getAttribute('aria-describedby')?.split(' ') ?? []
    const texts = ids.map((id) => (it.getRootNode() as ShadowRoot).getElementById(id)?.innerText)
    return texts.filter(Boolean).join(' ')
  })

test('what a variable holds is filled in where the author wants it', async () => {
  const settings = { general: { isInputPrefillEnabled: true }, typingEmulation: { enabled: false } }
  const { publicId } = await tests.bot([says('Name?', 'question'), asks('text input'), repeats()], { settings })
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}?Answer=Grace`)
  await expect.poll(() => page.getByPlaceholder('Type your answer').inputValue()).toBe('Grace')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Send' }).click()
  await bubble(page, 'You said: Grace').waitFor()
})

describe('files', () => {
  const file = (name: string, bytes = Buffer.from(`content of ${name}`), mimeType = 'text/plain') => ({
    name,
    mimeType,
    buffer: bytes,
  })
  const png = exampleFile('sea.png')

  /** Contents stored behind each address of the last answer. */
  async function storedFiles(page: Visit): Promise<string[]> {
    const said = (await transcript(page)).at(-1) ?? ''
    const addresses = said.match(/https?:\/\/\S+?(?=,|$)/g) ?? []
    return Promise.all(addresses.map(async (address) => (await fetch(address)).text()))
  }

  test.each(Object.entries(themes))('are uploaded and sent, in the %s theme', async (_, theme) => {
    const page = await tests.visit([says('Your papers?', 'question'), sampleInputs.file, repeats()], { theme })
    await page.getByText('Choose files').waitFor()
    await page.locator('input[type=file]').setInputFiles([file('one.txt'), file('two words.txt')])
    await page.getByText('two words.txt').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Upload' }).click()
    await bubble(page, 'You said').waitFor()
    await bubble(page, 'one.txt').first().waitFor()
    expect((await transcript(page)).slice(0, -1)).toEqual([
      'Your papers?',
      'one.txt',
      'two words.txt',
      '2 files uploaded',
    ])
    expect(await storedFiles(page)).toEqual(['content of one.txt', 'content of two words.txt'])
    expect(page.problems).toEqual([])
  })

  test('show their progress during the upload', async () => {
    const page = await tests.visit([says('Your papers?', 'question'), sampleInputs.file, repeats()])
    await page.getByText('Choose files').waitFor()
    const network = await page.context().newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 2_000_000,
    })
    await page.locator('input[type=file]').setInputFiles([file('large.txt', Buffer.alloc(3_000_000, 'a'))])
    await page.evaluate(() => {
      const root = document.querySelector('colloquy-standard')?.shadowRoot as ShadowRoot
      const shares = new Set<number>()
      Object.assign(window, { shares })
      const look = () => {
        const bar = root.querySelector('progress')
        if (bar) shares.add(bar.value)
        requestAnimationFrame(look)
      }
      look()
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('progressbar', { name: 'large.txt' }).waitFor()
    await bubble(page, 'You said').waitFor()
    const shares = (await page.evaluate('[...window.shares]')) as number[]
    expect(shares.some((share) => share > 0 && share < 1)).toBe(true)
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares)
  })

  test('that failed are sent again without those that arrived', async () => {
    const page = await tests.visit([says('Your papers?', 'question'), sampleInputs.file, repeats()])
    let puts = 0
    await page.route('**/api/uploads/*', (route) => {
      puts += 1
      return puts === 1 ? route.abort('connectionreset') : route.fallback()
    })
    await page.getByText('Choose files').waitFor()
    await page.locator('input[type=file]').setInputFiles([file('one.txt'), file('two.txt')])
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('The upload did not work').waitFor()
    await page.getByRole('button', { name: 'Upload' }).click()
    await bubble(page, 'You said').waitFor()
    expect(puts).toBe(3)
    expect(await storedFiles(page)).toEqual(['content of one.txt', 'content of two.txt'])
  })

  test('can be dropped, are checked by their type, and can be skipped', async () => {
    const options = { allowedFileTypes: { isEnabled: true, types: ['image/*', '.pdf'] }, isRequired: false }
    const page = await tests.visit([
      says('A picture?', 'question'),
      asks('file input', options),
      repeats(),
      { ...asks('file input', options), id: 'another' },
      says('Well then'),
    ])
    const drop = async (name: string, type: string, bytes: number[]) => {
      const data = await page.evaluateHandle(
        ([name, type, bytes]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
          return transfer
        },
        [name, type, bytes] as const,
      )
      await page.locator('.drop').dispatchEvent('dragover', { dataTransfer: data })
      await page.locator('.drop.over').waitFor()
      await page.locator('.drop').dispatchEvent('drop', { dataTransfer: data })
    }
    await page.getByText('Choose a file').waitFor()
    await drop('notes.txt', 'text/plain', [65])
    await page.getByText('notes.txt is not of a type').waitFor()
    await drop('sea.png', 'image/png', [...png.buffer])
    await page.getByRole('button', { name: 'Upload' }).click()
    await bubble(page, 'You said: http').waitFor()
    await page.getByRole('button', { name: 'Skip' }).click()
    await bubble(page, 'Well then').waitFor()
  })

  test('that are not what they say are refused by the service, and the visitor can take another', async () => {
    const options = { allowedFileTypes: { isEnabled: true, types: ['image/*'] } }
    const page = await tests.visit([says('A picture?', 'question'), asks('file input', options), repeats()])
    await page.getByText('Choose a file').waitFor()
    await page.locator('input[type=file]').setInputFiles([file('sea.png', Buffer.from('%PDF-1.4'), 'image/png')])
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('sea.png is not of a type that can be sent here.').waitFor()
    await page.locator('input[type=file]').setInputFiles([png])
    await page.getByRole('button', { name: 'Upload' }).click()
    await bubble(page, 'You said: http').waitFor()
  })

  test("that are too large are named with the service's limit, also in the author's words", async () => {
    const large = file('large.txt', Buffer.alloc(10_485_761))
    const systemMessages = { fileUploadSizeError: 'Sorry: [[file]] has more than [[limit]] MB!' }
    const settings = { general: { systemMessages }, typingEmulation: { enabled: false } }
    for (const [look, sentence] of [
      [{}, 'large.txt is larger than 10 MB.'],
      [{ settings }, 'Sorry: large.txt has more than 10 MB!'],
    ] as const) {
      const page = await tests.visit([says('Your papers?', 'question'), sampleInputs.file, repeats()], look)
      await page.getByText('Choose files').waitFor()
      await page.locator('input[type=file]').setInputFiles([file('small.txt'), large])
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByText(sentence).waitFor()
      await page.getByRole('button', { name: 'Remove large.txt' }).click()
      await page.getByRole('button', { name: 'Upload' }).click()
      await bubble(page, 'You said').waitFor()
      expect(await storedFiles(page)).toEqual(['content of small.txt'])
    }
  })

  test('go along with a text, and a voice is recorded and played', async () => {
    const input = asks('text input', {
      isLong: true,
      attachments: { isEnabled: true, saveVariableId: 'files' },
      audioClip: { isEnabled: true },
    })
    const variables = [
      { id: 'answer', name: 'Answer' },
      { id: 'files', name: 'Files' },
    ]
    const { publicId, id } = await tests.bot(
      [says('Tell', 'question'), input, says('With {{Files}}', 'with'), { ...input, id: 'again' }, says('Thanks')],
      { variables },
    )
    const page = await tests.page()
    await page.goto(`${tests.service.url}/c/${publicId}`)
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    await page.locator('input[type=file]').setInputFiles([file('plan.txt')])
    await page.getByRole('button', { name: 'Remove plan.txt' }).waitFor()
    await page.getByPlaceholder('Type your answer').fill('See there')
    await page.getByRole('button', { name: 'Send' }).click()
    await bubble(page, 'plan.txt').waitFor()
    await bubble(page, 'With http').waitFor()
    expect(await storedFiles(page)).toEqual(['content of plan.txt'])
    await page.getByRole('button', { name: 'Record a voice message' }).click()
    await page.getByText('Recording, 0:01').waitFor()
    await page.getByRole('button', { name: 'Stop and send' }).click()
    await bubble(page, 'Thanks').waitFor()
    const heard = page.locator('audio').last()
    await heard.evaluate(async (audio: HTMLAudioElement) => {
      if (audio.readyState === 0) await new Promise((resolve) => audio.addEventListener('loadedmetadata', resolve))
    })
    const { results } = await tests.service.call(`/v1/bots/${id}/results?timeFilter=allTime`)
    const [text, voice] = results[0].answers
    expect(text.content).toBe('See there')
    expect(voice.content).toMatch(/\/api\/files\/\w+\.webm$/)
    expect(page.problems).toEqual([])
  })
})

describe('payment', () => {
  /** A bot that asks for a payment, in a page whose browser gets the provider's script from the stand-in. */
  async function payable(theme: object) {
    const { service } = tests
    const keys = { live: { secretKey: 'sk', publicKey: 'pk' }, test: {} }
    const credentials = { type: 'stripe', name: 'The till', data: keys }
    const { credentialsId } = await service.call('/v1/credentials', { workspaceId: service.workspaceId, credentials })
    const input = asks('payment input', { amount: '20', currency: 'EUR', labels: { button: 'Pay' }, credentialsId })
    const { publicId } = await tests.bot([says('Please pay', 'question'), input, repeats()], { theme })
    const page = await tests.page(begunByWidget)
    await page.route('https://js.stripe.com/v3/', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: service.payments.script }),
    )
    await page.goto(`${service.url}/c/${publicId}`)
    return page
  }

  test.each(Object.entries(themes))("is made in the provider's form, in the %s theme", async (_, theme) => {
    const page = await payable(theme)
    const card = page.getByLabel('Card of pk')
    await card.waitFor()
    await expectAccessible(page)
    await card.fill('1')
    await page.getByRole('button', { name: 'Pay 20,00' }).click()
    await page.getByText('This card does not work').waitFor()
    await card.fill('4242')
    await page.getByRole('button', { name: 'Pay 20,00' }).click()
    await bubble(page, 'You said: Success').waitFor()
    const { opened, paid } = tests.service.payments
    expect(opened.get(paid.at(-1) ?? '')).toMatchObject({ amount: '2000', currency: 'eur', key: 'Bearer sk' })
  })

  test('continues when a bank leads back to the page', async () => {
    const page = await payable({})
    await page.getByLabel('Card of pk').waitFor()
    const secret = [...tests.service.payments.opened.keys()].at(-1)
    await page.goto(`${page.url()}?payment_intent_client_secret=${secret}&redirect_status=succeeded`)
    await bubble(page, 'You said: Success').waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})

test('ticking a choice of a long conversation leaves the chat where it is', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => says(`Line ${index}`, `line${index}`))
  const items = Array.from({ length: 12 }, (_, index) => ({ id: `i${index}`, content: `Option ${index}` }))
  const page = await tests.visit([...lines, { ...asks('choice input', { isMultipleChoice: true }), items }])
  await page.getByText('Option 11').click()
  expect(await page.locator('.chat').evaluate((chat) => chat.scrollTop)).toBe(0)
  await expect.poll(() => page.getByRole('checkbox', { name: 'Option 11' }).isChecked()).toBe(true)
})

test("the country of a phone number is that of the visitor's browser, and letters get a message about phone numbers", async () => {
  const page = await tests.visit([asks('phone number input'), repeats()], {}, { locale: 'sv-SE' })
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('SE')
  const field = page.locator('[data-answer]')
  await field.fill('call me')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a phone number with its area code.').waitFor()
  await field.fill('070 123 45 67')
  await page.keyboard.press('Enter')
  await page.getByText('+46701234567').first().waitFor()
})

test('a scale from 0 to 10 has one row on a phone, its labels under the ends', async () => {
  const options = { length: 10, labels: { left: 'Never', right: 'Always' } }
  const page = await tests.visit([asks('rating input', options)], {}, { viewport: { width: 360, height: 740 } })
  const tops = await page.locator('.rate').evaluateAll((rates) => rates.map((rate) => rate.getBoundingClientRect().top))
  expect(tops).toHaveLength(11)
  expect(new Set(tops).size).toBe(1)
})

test('the first field of a hosted page has the focus where a keyboard is at hand', async () => {
  const page = await tests.visit([says('Hello'), asks('text input')])
  await page.keyboard.type('Ada')
  await expect.poll(() => page.getByPlaceholder('Type your answer').inputValue()).toBe('Ada')
})

const focusedText = (page: Visit) =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent ?? '')
