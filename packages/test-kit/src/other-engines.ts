import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { Builder, Key } from 'selenium-webdriver'

/** Size of a page's window, in pixels. */
const size = { width: 1000, height: 760 }

/** A page in a browser with another engine than Chromium's. Input comes from the browser's driver, as that of a person does. */
export interface EnginePage {
  open(url: string): Promise<void>
  /** Runs an expression or statements with `return` in the page. */
  run<Result>(script: string): Promise<Result>
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Tab'): Promise<void>
  /** Presses a letter together with Control, and with Shift if it is a capital. */
  pressWithControl(letter: string): Promise<void>
  close(): Promise<void>
}

export const engines = { Firefox: openFirefox, WebKit: openWebKit }

async function openFirefox(): Promise<EnginePage> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.TEST_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: size,
  })
  const page = await browser.newPage()
  return {
    open: async (url) => void (await page.goto(url)),
    run: (script) => page.evaluate(`(() => { ${script} })()`) as Promise<never>,
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async pressWithControl(letter) {
      const held = letter === letter.toUpperCase() ? (['Control', 'Shift'] as const) : (['Control'] as const)
      for (const key of held) await page.keyboard.down(key)
      await page.keyboard.press(letter.toLowerCase() as 'a')
      for (const key of held) await page.keyboard.up(key)
    },
    close: () => browser.close(),
  }
}

/** WebKitGTK's own small browser, in a display that nobody sees. */
async function openWebKit(): Promise<EnginePage> {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-webkit-'))
  const display = spawn(process.env.TEST_XVFB ?? 'Xvfb', ['-displayfd', '3', '-screen', '0', '1100x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    display.stdio[3]?.once('data', (text) => resolve(String(text).trim()))
    display.once('error', reject).once('exit', () => reject(new Error('Xvfb ended')))
  })
  const port = await freePort()
  const driver = spawn(process.env.TEST_WEBKIT ?? 'WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: folder,
      DISPLAY: `:${number}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs rights that a container lacks. It only opens pages of this machine.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  await untilListening(port, driver)
  const session = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args: ['--automation'] } })
    .build()
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...size })
  const type = (...keys: string[]) =>
    session
      .actions()
      .sendKeys(...keys)
      .perform()
  return {
    open: (url) => session.get(url),
    run: (script) => session.executeScript(script),
    type: (text) => type(text),
    press: (key) => type(Key[key === 'Enter' ? 'ENTER' : 'TAB']),
    async pressWithControl(letter) {
      const held = letter === letter.toUpperCase() ? [Key.CONTROL, Key.SHIFT] : [Key.CONTROL]
      const actions = session.actions()
      for (const key of held) actions.keyDown(key)
      actions.sendKeys(letter.toLowerCase())
      for (const key of held) actions.keyUp(key)
      await actions.perform()
    },
    async close() {
      await session.quit().catch(() => undefined)
      driver.kill()
      display.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function untilListening(port: number, driver: ChildProcess): Promise<void> {
  for (;;) {
    if (driver.exitCode !== null) throw new Error(`The driver of WebKit ended with code ${driver.exitCode}`)
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
