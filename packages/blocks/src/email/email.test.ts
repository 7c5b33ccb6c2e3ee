import type { EffectOutcome, EmailDraft, VariableValue } from '@colloquy/engine'
import { describe, expect, it } from 'vitest'
import { type FakeContext, fakeContext } from '../testing/fake-context.js'
import { attachmentUrls } from './attachment-urls.js'
import { composeEmail } from './compose-email.js'
import { emailRuntime } from './runtime.js'

describe('recipients', () => {
  it('come from texts, lists and texts with several addresses, each once', () => {
    const { draft } = compose(
      { recipients: ['{{Team}}', 'a@example.com, {{Boss}}', '{{Nobody}}'], cc: ['x@example.com;y@example.com'] },
      { Team: ['a@example.com', null, 'b@example.com'], Boss: 'Boss <boss@example.com>', Nobody: null },
    )
    expect(draft.to).toEqual(['a@example.com', 'b@example.com', 'boss@example.com'])
    expect(draft.cc).toEqual(['x@example.com', 'y@example.com'])
    expect(draft.bcc).toEqual([])
  })

  it('that are not addresses are omitted and reported', () => {
    const { draft, unusable } = compose({ recipients: ['nobody', 'a@example.com', '{{Name}}'] }, { Name: 'Mira' })
    expect(draft.to).toEqual(['a@example.com'])
    expect(unusable).toEqual(['nobody', 'Mira'])
  })

  it('a visitor cannot add one by inserting a line', () => {
    const { draft } = compose({ recipients: ['{{Mail}}'] }, { Mail: 'a@example.com\r\nBcc: victim@example.com' })
    expect(draft.to).toEqual(['a@example.com'])
  })
})

describe('sender', () => {
  it('takes its name from the reply address', () => {
    const named = compose({ replyTo: '"{{Name}}" <{{Mail}}>' }, { Name: 'Mira Chen', Mail: 'mira@example.com' }).draft
    expect(named).toMatchObject({ fromName: 'Mira Chen', replyTo: 'mira@example.com' })
    const bare = compose({ replyTo: 'mira@example.com' }).draft
    expect(bare.replyTo).toBe('mira@example.com')
    expect(bare).not.toHaveProperty('fromName')
  })

  it('an invalid reply address is omitted and reported', () => {
    const { draft, unusable } = compose({ replyTo: 'Mira' })
    expect(draft).not.toHaveProperty('replyTo')
    expect(unusable).toEqual(['Mira'])
  })
})

describe('body', () => {
  const body = 'Dear {{Name}},\nhello & welcome'
  it('is text as it was written', () => {
    expect(compose({ body, isCustomBody: true }, { Name: 'Mira <3' }).draft).toMatchObject({
      text: 'Dear Mira <3,\nhello & welcome',
    })
  })
  it('is HTML only where its author says so', () => {
    const { draft } = compose({ body: '<p>{{Name}}</p>', isBodyCode: true }, { Name: 'Mira' })
    expect(draft.html).toBe('<p>Mira</p>')
    expect(draft.text).toBeUndefined()
  })
  it('in HTML shows values as text, also where it is nothing but one variable', () => {
    const values = { Name: `<img src="//x.example/pixel"><a href='//x.example'>&</a>` }
    const escaped = '&lt;img src=&quot;//x.example/pixel&quot;&gt;&lt;a href=&#39;//x.example&#39;&gt;&amp;&lt;/a&gt;'
    const htmlOf = (body: string) => compose({ body, isBodyCode: true }, values).draft.html
    expect(htmlOf('<b title="{{Name}}">{{Name}}</b>')).toBe(`<b title="${escaped}">${escaped}</b>`)
    expect(htmlOf('{{Name}}')).toBe(escaped)
    expect(compose({ body: '<p>{{Name}}</p>', isBodyCode: true }, { Name: 'one\ntwo' }).draft.html).toBe(
      '<p>one<br />two</p>',
    )
  })
  it.each([
    [{ isBodyCode: true }, 'html', 'one<br />two<br />three'],
    [{}, 'text', 'one\ntwo\nthree'],
  ] as const)('of one variable (%j) keeps its breaks', (options, part, expected) => {
    const { draft } = compose({ body: '{{List}}', ...options }, { List: ['one\ntwo', 'three'] })
    expect(draft[part]).toBe(expected)
  })
  it('is generated when it is empty, or when its author turned their own off', () => {
    expect(compose({}).draft.html).toContain('New answers')
    expect(compose({ body, isCustomBody: false }).draft.html).toContain('New answers')
    expect(compose({ body: '', isCustomBody: true }).draft).toMatchObject({ text: '' })
  })
})

describe('generated notification', () => {
  const values = { Name: 'Mira', Mail: 'mira@example.com', Tags: ['a', null, 'b'], Empty: '', Unset: null }
  const answers = [
    { key: 'Name', value: 'the answer' },
    { key: 'Story', value: 'one\ntwo' },
  ]
  const { draft } = compose({}, values, { answers, botName: 'Lead form', resultsUrl: 'https://bots.example/r?a=1&b=2' })

  it('lists answers and variables, variables before answers of the same name', () => {
    expect(draft.text).toBe(
      'New answers from Lead form\n2026-11-21 09:00 UTC\n\nName:\nMira\n\nStory:\none\ntwo\n\nMail:\nmira@example.com\n\n' +
        'Tags:\na, , b\n\nAll results: https://bots.example/r?a=1&b=2',
    )
  })
  it('makes links of mail addresses and breaks of line breaks', () => {
    expect(draft.html).toContain('<a href="mailto:mira@example.com"')
    expect(draft.html).toContain('one<br />two')
    expect(draft.html).toContain('href="https://bots.example/r?a=1&amp;b=2"')
  })
  it('has no button without a page to go to', () => {
    expect(compose({}, values).draft.html).not.toContain('href="http')
  })
  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '"<b>"@example.com',
    '</title><script>',
  ])('shows %s as the text that it is', (payload) => {
    const { html = '' } = compose({}, { Name: payload, [payload]: 'x' }, { answers, botName: payload }).draft
    const tags = [...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag!.toLowerCase())
    const own = ['!doctype', 'html', 'head', 'meta', 'title', 'body', 'table', 'tr', 'td', 'th', 'h1', 'p', 'a', 'br']
    expect(tags.filter((tag) => !own.includes(tag))).toEqual([])
    expect(html).not.toMatch(/<[^>]*\son\w+=/i)
    for (const sign of payload.match(/[<>"']/g) ?? []) {
      expect(html).toContain({ '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }[sign])
    }
  })
})

describe('attachments', () => {
  it.each([
    [
      ['https://a.example/1', null, 'https://a.example/2'],
      ['https://a.example/1', 'https://a.example/2'],
    ],
    ['https://a.example/1,2, https://a.example/2', ['https://a.example/1,2', 'https://a.example/2']],
    [null, []],
    [undefined, []],
  ])('of %j are %j', (value, expected) => {
    expect(attachmentUrls(value)).toEqual(expected)
  })
})

describe('the block', () => {
  const options = { recipients: ['a@example.com'], body: 'Hi' }
  it('sends nothing in a preview', () => {
    const context = fakeContext({}, { mode: 'preview' })
    expect(run(options, context).effects).toEqual([])
    expect(context.logs).toMatchObject([{ status: 'info' }])
  })
  it('does nothing without a recipient', () => {
    const context = contextOf({})
    expect(run({ body: 'Hi' }, context).effects).toEqual([])
    expect(context.logs).toEqual([])
  })
  it.each([
    [{}, 'success', undefined],
    [{ failure: { reason: 'it is late' } }, 'error', 'it is late'],
    [{ rejected: ['b@example.com'] }, 'error', 'The mail server did not take: b@example.com'],
  ])('continues after %j, with a log', (outcome, status, details) => {
    const context = contextOf({})
    const { effects, end } = run(options, context, { kind: 'mail', ...outcome })
    expect(effects).toMatchObject([
      { kind: 'mail', credentialsId: 'default', draft: { to: ['a@example.com'], text: 'Hi' } },
    ])
    expect(end).toEqual({ kind: 'continue' })
    expect(context.logs).toEqual([
      { status, description: expect.any(String), ...(details && { details }), isPrivate: true },
    ])
  })
})

type Options = Parameters<typeof composeEmail>[0]

function compose(
  options: Options,
  variables: Record<string, VariableValue> = {},
  around: Surroundings = {},
): { draft: EmailDraft; unusable: string[] } {
  return composeEmail(options, contextOf(variables, around))
}

interface Surroundings {
  answers?: { key: string; value: string }[]
  botName?: string
  resultsUrl?: string
}

function contextOf(variables: Record<string, VariableValue>, around: Surroundings = {}): FakeContext {
  const settings = { metadata: { title: around.botName } }
  const compiledFlow = { variables: Object.keys(variables).map((name) => ({ id: name, name })), settings }
  const { answers = [], resultsUrl } = around
  return fakeContext(variables, { compiledFlow: compiledFlow as never, answers, resultsUrl })
}

function run(options: Options, context: FakeContext, outcome: EffectOutcome = { kind: 'mail' }) {
  const running = emailRuntime.enter!({ id: 'block', type: 'Email', options }, context)
  if ('kind' in running) return { effects: [], end: running }
  const effects = []
  let step = running.next(outcome)
  while (!step.done) {
    effects.push(step.value)
    step = running.next(outcome)
  }
  return { effects, end: step.value }
}
