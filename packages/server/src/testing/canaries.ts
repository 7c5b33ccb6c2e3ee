import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Something that may hold a secret: a file, an answer, what a process wrote. */
export interface Trace {
  name: string
  content: Uint8Array | string
}

/** Secrets that are planted by a test, to be looked for afterwards wherever something was written. */
export class Canaries {
  readonly #planted = new Map<string, string>()

  /** A new secret, of use wherever a key, a token or a password is. The label says in a failure which one leaked. */
  plant(label: string): string {
    return this.adopt(label, `canary${randomBytes(24).toString('hex')}`)
  }

  /** Watches a secret that was made elsewhere. */
  adopt(label: string, secret: string): string {
    this.#planted.set(label, secret)
    return secret
  }

  get count(): number {
    return this.#planted.size
  }

  /** Where secrets are found, as `label in name`: as they are, or in an encoding from which anybody reads them back. */
  leaks(traces: readonly Trace[]): string[] {
    const searched = traces.map(({ name, content }) => ({ name, bytes: Buffer.from(content as Uint8Array) }))
    return [...this.#planted].flatMap(([label, secret]) => {
      const forms = formsOf(secret)
      return searched
        .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
        .map(({ name }) => `${label} in ${name}`)
    })
  }
}

/** Every file under a folder, the database's journal included. */
export async function tracesOfFolder(folder: string): Promise<Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (path) => ({ name: relative(folder, path), content: await readFile(path) })))
}

/** Base64 depends on where in its text the secret stands, so that all three ways are looked for, without their ragged ends. */
function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from('x'.repeat(before) + secret).toString('base64')
    return whole.slice(before === 0 ? 0 : before + 1, -4)
  })
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [secret, Buffer.from(secret).toString('hex'), encodeURIComponent(secret), ...base64, ...url]
}
