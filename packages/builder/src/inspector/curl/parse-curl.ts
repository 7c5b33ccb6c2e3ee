import { t } from '../../i18n/i18n.js'
import { shellWords } from './shell-words.js'

/** The request that a curl command sends. */
export interface CurlRequest {
  url: string
  method: string
  queryParams: [string, string][]
  headers: [string, string][]
  body?: string
  /** Seconds. */
  timeout?: number
  /** Options that a block cannot represent. */
  ignored: string[]
}

export type ParsedCurl = { ok: true; request: CurlRequest } | { ok: false; message: string }

/** Longer commands are rejected. */
const maxCharacters = 200_000

/** Parses a curl command as a Unix shell would, or as browsers copy it. Nothing of it is run, and no file is read. */
export function parseCurl(command: string): ParsedCurl {
  if (command.length > maxCharacters)
    return failed(t('The command is too long. Paste one of at most 200,000 characters.'))
  const words = shellWords(command.trim())
  if (!words) return failed(t('A quotation mark is not closed. Paste the whole command.'))
  if (!/^curl(\.exe)?$/.test(words[0] ?? '')) return failed(t('This is not a curl command: it must begin with "curl".'))
  const read = new Reading()
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as string
    if (word === '|' || word === ';' || word === '>' || word === '&&') break
    const option = optionOf(word)
    if (!option) {
      const obstacle = read.addUrl(word)
      if (obstacle) return failed(obstacle)
      continue
    }
    for (const { name, attached } of option) {
      if (flags.has(name)) {
        read.flag(name)
        continue
      }
      const value = attached ?? words[++at]
      if (value === undefined) return failed(t('The option {name} needs a value. Paste the whole command.', { name }))
      const obstacle = read.take(name, value)
      if (obstacle) return failed(obstacle)
    }
  }
  return read.request()
}

const failed = (message: string): ParsedCurl => ({ ok: false, message })

interface Option {
  name: string
  attached?: string
}

/** Returns the options in a word; undefined if it is not an option. `-sXPOST` contains two. */
function optionOf(word: string): Option[] | undefined {
  if (word.startsWith('--') && word.length > 2) return [{ name: word }]
  if (!word.startsWith('-') || word.length < 2) return undefined
  const options: Option[] = []
  for (let at = 1; at < word.length; at++) {
    const name = long[word[at] as string] ?? `-${word[at]}`
    if (flags.has(name)) {
      options.push({ name })
      continue
    }
    const attached = word.slice(at + 1)
    options.push({ name, ...(attached !== '' && { attached }) })
    break
  }
  return options
}

/** Long names of short options. */
const long: Readonly<Record<string, string>> = {
  X: '--request',
  H: '--header',
  d: '--data',
  F: '--form',
  u: '--user',
  b: '--cookie',
  A: '--user-agent',
  e: '--referer',
  m: '--max-time',
  G: '--get',
  I: '--head',
  x: '--proxy',
  o: '--output',
  s: '--silent',
  S: '--show-error',
  L: '--location',
  k: '--insecure',
  i: '--include',
  v: '--verbose',
  f: '--fail',
  g: '--globoff',
  N: '--no-buffer',
  O: '--remote-name',
  q: '--disable',
}

/** Options without a value. */
const flags = new Set([
  '--get',
  '--head',
  '--silent',
  '--show-error',
  '--location',
  '--location-trusted',
  '--insecure',
  '--include',
  '--verbose',
  '--fail',
  '--fail-with-body',
  '--globoff',
  '--no-buffer',
  '--remote-name',
  '--disable',
  '--compressed',
  '--http1.0',
  '--http1.1',
  '--http2',
  '--http2-prior-knowledge',
  '--http3',
  '--no-progress-meter',
  '--progress-bar',
  '--tlsv1.2',
  '--tlsv1.3',
  '--ipv4',
  '--ipv6',
  '-4',
  '-6',
])

/** Flags that have no effect on the request of a block, and are reported as ignored. */
const isBroadcasting = (name: string) => name === '--insecure' || name === '--location-trusted'

class Reading {
  #url: string | undefined
  #method: string | undefined
  readonly #headers: [string, string][] = []
  readonly #data: string[] = []
  readonly #form: [string, string][] = []
  readonly #ignored: string[] = []
  #isQuery = false
  #isHead = false
  #json = false
  #timeout: number | undefined

  addUrl(url: string): string | undefined {
    if (this.#url !== undefined)
      return t('The command has two addresses, or a quotation mark is missing before "{cut}".', { cut: cut(url) })
    this.#url = url
    return undefined
  }

  flag(name: string): void {
    if (name === '--get') this.#isQuery = true
    if (name === '--head') this.#isHead = true
    if (isBroadcasting(name)) this.#ignored.push(name)
  }

  /** Applies an option. Returns an error message if it cannot be represented. */
  take(name: string, value: string): string | undefined {
    switch (name) {
      case '--url':
        return this.addUrl(value)
      case '--request':
        this.#method = value.toUpperCase()
        return undefined
      case '--header': {
        const at = value.indexOf(':')
        // "Name;" sends an empty header, which a block cannot; "Name:" removes a header that curl adds.
        if (at > 0 && value.slice(at + 1).trim() !== '')
          this.#header(value.slice(0, at).trim(), value.slice(at + 1).trim())
        return undefined
      }
      case '--user':
        this.#header('Authorization', `Basic ${value.includes(':') ? value : `${value}:`}`)
        return undefined
      case '--oauth2-bearer':
        this.#header('Authorization', `Bearer ${value}`)
        return undefined
      case '--cookie':
        if (value.includes('=')) this.#header('Cookie', value)
        else this.#ignored.push(`${name} ${value}`)
        return undefined
      case '--user-agent':
        this.#header('User-Agent', value)
        return undefined
      case '--referer':
        this.#header('Referer', value)
        return undefined
      case '--max-time':
        this.#timeout = Number(value)
        return undefined
      case '--json':
        this.#json = true
        return this.#addData(value)
      case '--data':
      case '--data-ascii':
      case '--data-binary':
        return this.#addData(value)
      case '--data-raw':
        this.#data.push(value)
        return undefined
      case '--data-urlencode':
        return this.#addEncoded(value)
      case '--form':
      case '--form-string': {
        const at = value.indexOf('=')
        const content = value.slice(at + 1)
        if (at < 1) return t('The form field "{cut}" has no name. Write it as name=value.', { cut: cut(value) })
        if (name === '--form' && /^[@<]/.test(content))
          return t('The form field "{value}" sends a file. HTTP requests send no files: remove this field.', {
            value: value.slice(0, at),
          })
        this.#form.push([value.slice(0, at), content])
        return undefined
      }
      default:
        this.#ignored.push(name)
        return undefined
    }
  }

  request(): ParsedCurl {
    if (this.#url === undefined) return failed(t('The command has no address. Paste the whole command.'))
    const [address, query] = splitQuery(this.#url)
    const body = this.#isQuery ? undefined : this.#body()
    const data = this.#isQuery ? this.#data.join('&') : ''
    const method = this.#method ?? (this.#isHead ? 'HEAD' : body === undefined ? 'GET' : 'POST')
    if (!methods.has(method))
      return failed(
        t('HTTP requests have no method {cut}. Use one of {value}.', {
          cut: cut(method),
          value: [...methods].join(', '),
        }),
      )
    const ignored = [
      ...this.#ignored,
      ...(method === 'GET' && body !== undefined ? [t('the body of a GET request')] : []),
    ]
    return {
      ok: true,
      request: {
        url: /^[a-z][a-z\d+.-]*:\/\//i.test(address) || address.startsWith('{{') ? address : `http://${address}`,
        method,
        queryParams: [...pairsOf(query), ...pairsOf(data)],
        headers: this.#headers,
        ...(body !== undefined && method !== 'GET' && { body }),
        ...(this.#timeout && this.#timeout > 0 && { timeout: Math.min(Math.ceil(this.#timeout), 120) }),
        ignored: [...new Set(ignored)],
      },
    }
  }

  #body(): string | undefined {
    if (this.#form.length > 0) {
      this.#headerUnlessSet(t('Content-Type'), 'application/x-www-form-urlencoded')
      return JSON.stringify(Object.fromEntries(this.#form), null, 2)
    }
    if (this.#data.length === 0) return undefined
    if (this.#json) {
      this.#headerUnlessSet(t('Content-Type'), 'application/json')
      this.#headerUnlessSet(t('Accept'), 'application/json')
      return this.#data.join('')
    }
    this.#headerUnlessSet(t('Content-Type'), 'application/x-www-form-urlencoded')
    return this.#data.join('&')
  }

  #addData(value: string): string | undefined {
    if (value.startsWith('@'))
      return t('The body is read from the file "{cut}". Paste its text into the command.', { cut: cut(value.slice(1)) })
    this.#data.push(value)
    return undefined
  }

  #addEncoded(value: string): string | undefined {
    const at = value.search(/[=@]/)
    if (value[at] === '@')
      return t('A value is read from the file "{cut}". Paste its text into the command.', {
        cut: cut(value.slice(at + 1)),
      })
    const name = at < 0 ? '' : value.slice(0, at)
    const content = encodeURIComponent(at < 0 ? value : value.slice(at + 1))
    this.#data.push(name === '' ? content : `${name}=${content}`)
    return undefined
  }

  #header(name: string, value: string): void {
    const at = this.#headers.findIndex(([known]) => known.toLowerCase() === name.toLowerCase())
    if (at < 0) this.#headers.push([name, value])
    else this.#headers[at] = [name, value]
  }

  #headerUnlessSet(name: string, value: string): void {
    if (!this.#headers.some(([known]) => known.toLowerCase() === name.toLowerCase())) this.#headers.push([name, value])
  }
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

function splitQuery(url: string): [string, string] {
  const [plain = ''] = url.split('#')
  const at = plain.indexOf('?')
  return at < 0 ? [plain, ''] : [plain.slice(0, at), plain.slice(at + 1)]
}

function pairsOf(query: string): [string, string][] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
    })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
