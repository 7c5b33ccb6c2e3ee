import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { importBot, lintFlow, type Problem, textOfFile } from '@colloquy/flow'
import type { Command } from 'commander'
import { ClientError } from './client.js'
import { type ConnectionOptions, connect, withConnectionOptions } from './connection.js'
import { type FlowTitles, problemTable } from './problem-table.js'

interface LintOptions extends ConnectionOptions {
  json?: boolean
}

/** `colloquy lint`: checks a flow, in a file or on the service. Exits with code 1 if there are errors. */
export function addLintCommand(program: Command): void {
  withConnectionOptions(program.command('lint'))
    .description('Look for problems in a flow; exit code 1 when there are errors.')
    .argument('<flow>', 'an exported file, or the id of a bot on the service')
    .option('--json', 'print the problems as JSON')
    .action(lint)
}

async function lint(flow: string, options: LintOptions): Promise<void> {
  const isFile = existsSync(flow) || flow.endsWith('.json')
  const { problems, bot } = isFile ? problemsOfFile(flow) : await problemsOfBot(flow, options)
  console.log(options.json ? JSON.stringify(problems, null, 2) : problemTable(problems, bot))
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = 1
}

interface Linted {
  problems: Problem[]
  bot: FlowTitles
}

/** Files are checked locally: this needs no service, and skips checks that depend on a workspace. */
function problemsOfFile(path: string): Linted {
  const read = importBot(readJson(path), { newId: randomUUID, credentialsIds: 'any' })
  if (read.ok) return { problems: lintFlow(read.bot), bot: read.bot }
  const issues = read.issues.slice(0, 20).map((issue) => `  ${issue.path}: ${issue.message}`)
  throw new ClientError([`${path} cannot be read as a flow:`, ...issues].join('\n'))
}

function readJson(path: string): object {
  let text: string
  try {
    text = textOfFile(readFileSync(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ClientError(
      code === 'ENOENT' ? `There is no file ${path} to read: check the path.` : `${path} cannot be read (${code}).`,
    )
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below: in either case the file is not a flow.
  }
  throw new ClientError(`${path} holds no JSON object: export the flow again.`)
}

async function problemsOfBot(botId: string, options: LintOptions): Promise<Linted> {
  const { api } = connect(options)
  const [{ problems }, { bot }] = await Promise.all([api.listProblems({ botId }), api.getBot({ botId })])
  return { problems, bot }
}
