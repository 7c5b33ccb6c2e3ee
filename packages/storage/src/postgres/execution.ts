import type pg from 'pg'
import { writeArray, writeElement } from './array-value.js'
import { ByteWriter } from './byte-writer.js'
import { isOne, type Rows } from './statement-rows.js'

export interface PreparedText {
  /** Of the statement on its connection. */
  readonly name: string
  readonly text: string
}

/**
 * One execution of a prepared statement that answers ids: the messages for it in one piece, parameters in binary, and nothing asked but
 * the rows. Against what the driver sends for a query that is half of its work for a turn, most of which it is given in arrays.
 * Source: PostgreSQL, "Frontend/Backend Protocol", Extended Query.
 */
export class Execution implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly #given: readonly Rows[]
  readonly #ids: string[] = []
  /** The driver puts its own around it, which knows how long this may take. */
  callback: (error: Error | null, ids: string[]) => void

  constructor({ name, text }: PreparedText, given: readonly Rows[], callback: Execution['callback']) {
    this.name = name
    this.text = text
    this.#given = given
    this.callback = callback
  }

  /** Answers what is wrong with the parameters, before anything was sent. */
  submit(connection: pg.Connection): Error | null {
    const { parsedStatements, stream } = connection as Connection
    try {
      messages.clear()
      if (parsedStatements[this.name] === undefined) writeParse(this)
      writeBind(this.name, this.#given)
      writeExecute()
      if (stream.writable) stream.write(messages.take())
      return null
    } catch (error) {
      return error as Error
    }
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    this.#ids.push(fields[0] as string)
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#ids)
  }

  handleError(error: Error): void {
    this.callback(error, this.#ids)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** What the driver gives to those who extend it, and does not declare. */
type Connection = pg.Connection & {
  parsedStatements: Record<string, string | undefined>
  stream: NodeJS.WritableStream
}

const messages = new ByteWriter()

function writeParse({ name, text }: PreparedText): void {
  const length = begin('P')
  writeString(name)
  writeString(text)
  messages.short(0)
  end(length)
}

/** Into the portal without a name: all parameters in binary, all columns of the answer as text. */
function writeBind(name: string, given: readonly Rows[]): void {
  const length = begin('B')
  writeString('')
  writeString(name)
  messages.short(1)
  messages.short(1)
  messages.short(given.reduce((count, { columns }) => count + columns.length, 0))
  for (const rows of given) writeParameters(rows)
  messages.short(0)
  end(length)
}

function writeParameters(given: Rows): void {
  const { rows, columns } = given
  const isAlone = isOne(given)
  for (const [type, read] of columns) {
    if (isAlone) {
      writeElement(messages, type, read(rows[0] as never))
      continue
    }
    const place = messages.length
    messages.number(0)
    writeArray(messages, type, rows as readonly never[], read)
    messages.numberAt(place, messages.length - place - 4)
  }
}

/** All of its rows, and then the end of the whole. */
function writeExecute(): void {
  const length = begin('E')
  writeString('')
  messages.number(0)
  end(length)
  end(begin('S'))
}

/** Returns where the length of the message stands, to be written when it is known. */
function begin(kind: string): number {
  messages.byte(kind.charCodeAt(0))
  messages.number(0)
  return messages.length - 4
}

function end(length: number): void {
  messages.numberAt(length, messages.length - length)
}

function writeString(text: string): void {
  messages.text(text)
  messages.byte(0)
}
