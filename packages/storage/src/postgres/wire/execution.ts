import type pg from 'pg'
import { writeArray, writeElement } from './array-value.js'
import type { ByteWriter } from './byte-writer.js'
import { isOne, type Rows } from './statement-rows.js'

export interface PreparedText {
  /** Name of the statement on its connection. */
  readonly name: string
  readonly text: string
}

/**
 * One execution of a prepared statement that returns ids: it sends its messages in one piece, with parameters in binary, and requests only
 * the rows. That halves the work compared to the driver's query for a turn, most of which is passed in arrays. Source: PostgreSQL,
 * "Frontend/Backend Protocol", Extended Query.
 */
export class Execution implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly #given: readonly Rows[]
  readonly #messages: ByteWriter
  readonly #ids: string[] = []
  readonly #callback: (error: Error | null, ids: string[]) => void

  /** `messages` belong to the connection, which has read all of them when it has answered. */
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

  /** Returns the problem with the parameters, before anything is sent. */
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

/** True if a connection of the driver has the undeclared members that an `Execution` needs. */
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

/** Binds to the unnamed portal: all parameters in binary, all result columns as text. */
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

/** Requests all rows, and then the end of the exchange. */
function writeExecute(to: ByteWriter): void {
  const length = begin(to, 'E')
  writeString(to, '')
  to.number(0)
  end(to, length)
  end(to, begin(to, 'S'))
}

/** Returns the position of the message's length, which is written once it is known. */
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
