import { resolve } from 'node:path'
import { FolderTakenError, NewerSchemaError } from '@colloquy/storage'
import type { Config } from '../config/config.js'
import { ConfigError } from '../config/config-error.js'

/** True for a failed start that another one cannot mend: somebody has to change a setting, the folder or the version first. */
export function isLasting(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  if (error instanceof ConfigError || error instanceof NewerSchemaError || error instanceof FolderTakenError)
    return true
  const { code = '', errcode } = error as SystemError
  return (
    lastingCodes.has(code) || lastingErrcodes.has((errcode ?? 0) % 256) || (cause !== undefined && isLasting(cause))
  )
}

/** The port or address cannot be used, or the folder cannot be written. */
const lastingCodes = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'EROFS'])
/** SQLITE_READONLY, SQLITE_CORRUPT, SQLITE_CANTOPEN and SQLITE_NOTADB. */
const lastingErrcodes = new Set([8, 11, 14, 26])

/** Explains why startup failed, in a sentence for the operator: what was found, where, and what to do. */
export function startFailure(error: unknown, config: Config): string {
  if (!(error instanceof Error)) return String(error)
  // A host name with several addresses, none of which answered.
  if (error instanceof AggregateError) return startFailure(error.errors[0], config)
  const { code, syscall, hostname, errcode, severity } = error as SystemError
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === config.host)) {
    return notListening(code ?? error.message, config)
  }
  if (code === 'ERR_SQLITE_ERROR') return notOpened(error.message, (errcode ?? 0) % 256, config)
  if (code === 'ENOSPC') return `The disk of ${resolve(config.dataFolder)} is full (COLLOQUY_DATA): make room.`
  if (severity !== undefined || syscall === 'connect' || syscall === 'getaddrinfo') {
    return `The PostgreSQL of DATABASE_URL cannot be used: ${error.message}. See what \`npx colloquy doctor\` says of it.`
  }
  return error.message
}

/** Details that Node.js, SQLite and PostgreSQL add to the message. */
interface SystemError extends Error {
  code?: string
  syscall?: string
  hostname?: string
  errcode?: number
  severity?: string
}

function notListening(code: string, { host, port }: Config): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program: stop that one, or set PORT to another.`
    case 'EACCES':
      return `This user may not listen on port ${port}: set PORT to 1024 or more, and let a reverse proxy have ${port}.`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine (HOST): set 127.0.0.1 for this machine alone, 0.0.0.0 for all that reach it.`
    case 'ENOTFOUND':
      return `HOST=${JSON.stringify(host)} leads to no address: set one of this machine, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return `The service cannot listen on port ${port} of ${host} (${code}): set PORT and HOST to others.`
  }
}

function notOpened(message: string, errcode: number, { dataFolder }: Config): string {
  const where = `The database in ${resolve(dataFolder)} cannot be opened (${message})`
  switch (errcode) {
    case sqlite.readOnly:
    case sqlite.cannotOpen:
      return `${where}: give the folder and all that is in it to the user that runs the service.`
    case sqlite.full:
      return `${where}: make room on its disk.`
    case sqlite.corrupt:
    case sqlite.notADatabase:
      return `${where}: see what \`npx colloquy doctor\` says of it, and restore the newest backup.`
    default:
      return `${where}: see what \`npx colloquy doctor\` says of it.`
  }
}

/** SQLite result codes, https://www.sqlite.org/rescode.html. */
const sqlite = { readOnly: 8, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const
