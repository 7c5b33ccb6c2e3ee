import type pg from 'pg'
import { writeArray, writeElement } from './array-value.js'
import type { ByteWriter } from './byte-writer.js'
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
  readonly #messages: ByteWriter
  readonly #ids: string[] = []
  readonly #callback: (error: Error | null, ids: string[]) => void

  /** `messages` are of the connection, which has read all of them when it has answered. */
  constructor(
    { name, text }: PreparedText,
    given: readonly Rows[],
    { messages, callback }: { messages: ByteWriter; callback: (error: Error | null, ids: string[]) => void },
  ) {
    this.name = name
    this.text = text
    this.#given = given
    this.#messages = messages
    this.#callback = callback
  }

  /** Answers what is wrong with the parameters, before anything was sent. */
  submit(connection: pg.Connection): Error | null {
    const { parsedStatements, stream } = connection as Connection
    const to = this.#messages
    try {
      to.clear()
      if (parsedStatements[this.name] === undefined) writeParse(to, this)
      writeBind(to, this.name, this.#given)
      writeExecute(to)
      if (stream.writable) stream.write(to.written())
      return null
    } catch (error) {
      return error as Error
    }
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    this.#ids.push(fields[0] as string)
  }

  handleReadyForQuery(): void {
    this.#messages.clear()
    this.#callback(null, this.#ids)
  }

  handleError(error: Error): void {
    this.#messages.clear()
    this.#callback(error, this.#ids)
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** Whether a connection of the driver has what an `Execution` needs of it, which the driver does not declare. */
export function isExtensible(client: object): boolean {
  const { connection } = client as { connection?: Partial<Connection> }
  return typeof connection?.parsedStatements === 'object' && typeof connection.stream?.write === 'function'
}

type Connection = pg.Connection & {
  parsedStatements: Record<string, string | undefined>
  stream: NodeJS.WritableStream
}

function writeParse(to: ByteWriter, { name, text }: PreparedText): void {
  const length = begin(to, 'P')
  writeString(to, name)
  writeString(to, text)
  to.short(0)
  end(to, length)
}

/** Into the portal without a name: all parameters in binary, all columns of the answer as text. */
function writeBind(to: ByteWriter, name: string, given: readonly Rows[]): void {
  const length = begin(to, 'B')
  writeString(to, '')
  writeString(to, name)
  to.short(1)
  to.short(1)
  to.short(given.reduce((count, { columns }) => count + columns.length, 0))
  for (const rows of given) writeParameters(to, rows)
  to.short(0)
  end(to, length)
}

function writeParameters(to: ByteWriter, given: Rows): void {
  const { rows, columns } = given
  const isAlone = isOne(given)
  for (const [type, read] of columns) {
    if (isAlone) {
      writeElement(to, type, read(rows[0] as never))
      continue
    }
    const length = to.beginSized()
    writeArray(to, type, rows as readonly never[], read)
    to.endSized(length)
  }
}

/** All of its rows, and then the end of the whole. */
function writeExecute(to: ByteWriter): void {
  const length = begin(to, 'E')
  writeString(to, '')
  to.number(0)
  end(to, length)
  end(to, begin(to, 'S'))
}

/** Returns where the length of the message stands, to be written when it is known. */
function begin(to: ByteWriter, kind: string): number {
  to.byte(kind.charCodeAt(0))
  return to.beginSized()
}

function end(to: ByteWriter, length: number): void {
  to.numberAt(length, to.length - length)
}

function writeString(to: ByteWriter, text: string): void {
  to.text(text)
  to.byte(0)
}
