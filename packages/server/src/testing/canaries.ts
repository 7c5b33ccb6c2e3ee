import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Something that may contain a secret: a file, a response, the output of a process. */
export interface Trace {
  name: string
  content: Uint8Array | string
}

/** Secrets planted by a test, to be searched for afterwards in everything that was written. */
export class Canaries {
  readonly #planted = new Map<string, string>()

  /** Creates a secret that can serve as a key, a token or a password. In a failure, the label identifies the secret that leaked. */
  plant(label: string): string {
    return this.adopt(label, `canary${randomBytes(24).toString('hex')}`)
  }

  /** Adds a secret that was created elsewhere. */
  adopt(label: string, secret: string): string {
    this.#planted.set(label, secret)
    return secret
  }

  get count(): number {
    return this.#planted.size
  }

  /** Finds secrets, as `label in name`: verbatim, or in an encoding that anyone can decode. */
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

/** Reads every file under a folder, including the database's journal. */
export async function tracesOfFolder(folder: string): Promise<Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (path) => ({ name: relative(folder, path), content: await readFile(path) })))
}

/** Base64 depends on the position of the secret in the text, so all three alignments are searched for, without their incomplete ends. */
function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from('x'.repeat(before) + secret).toString('base64')
    return whole.slice(before === 0 ? 0 : before + 1, -4)
  })
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [secret, Buffer.from(secret).toString('hex'), encodeURIComponent(secret), ...base64, ...url]
}
