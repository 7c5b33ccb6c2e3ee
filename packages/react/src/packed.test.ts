import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks, repeats, says } from '../../widget/src/testing/flow-of.js'
import { bubble, transcript, visiting } from '../../widget/src/testing/visit.js'

const run = promisify(execFile)
const tests = visiting()
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const shell = process.platform === 'win32'

let folder: string
let packed: string[]

/** An application with only the packed package, and React and its types from this project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-react-'))
  const app = join(folder, 'app')
  await mkdir(app)
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    shell,
  })
  const [{ filename, files }] = JSON.parse(stdout)
  packed = files.map((file: { path: string }) => file.path)
  const linked = ['react', 'react-dom', '@types/react'].map((name) => [name, `file:${join(modules, name)}`])
  const dependencies = { '@colloquy/react': `file:../${filename}`, ...Object.fromEntries(linked) }
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  await run('npm', ['install', ...options], { cwd: app, shell })
  folder = app
}, 240_000)
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

test('the package holds what runs, its types and its page, and nothing else', () => {
  const names = ['components', 'index', 'load-widget', 'next', 'props']
  const built = names.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])
  expect(packed.toSorted()).toEqual(['README.md', ...built, 'package.json'])
})

test('it renders on a server, and says to Next.js that it needs a browser', async () => {
  const source = `
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { Bubble, Popup, Standard } from '@colloquy/react/next'
    const at = { bot: 'b', apiHost: 'https://bots.example.com' }
    const page = [Standard, Popup, Bubble].map((one) => createElement(one, { key: one.name, className: 'chat', ...at }))
    process.stdout.write(renderToString(page))`
  await writeFile(join(folder, 'server.js'), source)
  const { stdout } = await run(process.execPath, ['server.js'], { cwd: folder })
  expect(stdout).toBe('<div class="chat"></div>')
  const next = await readFile(join(folder, 'node_modules/@colloquy/react/dist/next.js'), 'utf8')
  expect(next).toMatch(/^'use client'/)
})

test('its types stand on their own, and hold a mistake in a prop', async () => {
  const source = `
    import { createElement } from 'react'
    import { Bubble, open } from '@colloquy/react'
    const at = { bot: 'b', apiHost: 'https://bots.example.com' }
    createElement(Bubble, { ...at, launcher: { placement: 'left' }, onAnswer: ({ message }) => message.length })
    open({ id: 'one' })
    // @ts-expect-error: there is no such corner
    createElement(Bubble, { ...at, launcher: { placement: 'top' } })
    // @ts-expect-error: an instance has to be named
    createElement(Bubble, { bot: 'b' })`
  await writeFile(join(folder, 'typed.ts'), source)
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
  const checked = run(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', '.'], { cwd: folder })
  await expect(checked.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: '' })
})

test('a page that is built with it shows chats, changes them and takes them away', async () => {
  const { publicId } = await tests.bot([says('Your name?'), asks('text input'), repeats()])
  await writeFile(
    join(folder, 'main.js'),
    `import { createElement as make, useState } from 'react'
     import { createRoot } from 'react-dom/client'
     import { Bubble, Popup, Standard, open } from '@colloquy/react'
     const at = { bot: '${publicId}', apiHost: '${tests.service.url}/' }
     function App() {
       const [isShown, setShown] = useState(true)
       const [isOpen, setOpen] = useState(false)
       return make('div', {},
         make('button', { onClick: () => setOpen(true) }, 'Open it'),
         make('button', { onClick: () => setShown(false) }, 'Take it away'),
         make('button', { onClick: () => open({ id: 'popup' }) }, 'Command it'),
         make(Standard, { ...at, id: 'standard', style: { height: 300 }, className: 'inside' }),
         make(Popup, { ...at, id: 'popup', width: '333px' }),
         isShown && make(Bubble, { ...at, isOpen, launcher: { backgroundColor: 'rgb(1, 2, 3)' },
           onAnswer: ({ message }) => { window.answered = message } }))
     }
     createRoot(document.getElementById('app')).render(make(App))`,
  )
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { lib: { entry: 'main.js', formats: ['es'], fileName: () => 'bundle.js' } },
  })
  const script = await readFile(join(folder, 'dist/bundle.js'), 'utf8')
  const page = await tests.page()
  const inline = script.replaceAll('</script', '<\\/script')
  await page.goto(tests.service.page(`<div id="app"></div><script type="module">${inline}</script>`))
  await page.locator('.inside colloquy-standard .bubble', { hasText: 'Your name?' }).waitFor()
  const launcher = page.locator('colloquy-bubble').getByRole('button', { name: 'Chat', exact: true })
  await launcher.waitFor()
  expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(1, 2, 3)')
  await page.getByRole('button', { name: 'Command it' }).click()
  const popup = page.locator('colloquy-popup').getByRole('dialog')
  await popup.waitFor()
  expect(await popup.evaluate((dialog) => dialog.getBoundingClientRect().width)).toBe(333)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open it' }).click()
  const chat = page.locator('colloquy-bubble')
  await chat.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ada').waitFor()
  expect(await transcript(page)).toContain('You said: Ada')
  expect(await page.evaluate('window.answered')).toBe('Ada')
  await page.getByRole('button', { name: 'Take it away' }).click()
  await chat.waitFor({ state: 'detached' })
  expect(page.problems).toEqual([])
})
