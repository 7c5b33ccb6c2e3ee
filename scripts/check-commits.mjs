/** Checks the messages of the commits since the last release with commitlint, and that none of them is a merge. */
import { runCommand, runTool } from './run-command.mjs'

/** Until a release has a tag: subjects of older commits are longer. */
const start = '6a7386f0'

const git = async (...args) => {
  const { code, stdout } = await runCommand('git', args)
  return code === 0 ? stdout.trim() : undefined
}

/** Resolves to `{ seen, problems }`; `seen` says why nothing was checked, where there is no Git or no history of it. */
export async function checkCommits() {
  const isShallow = await git('rev-parse', '--is-shallow-repository')
  if (isShallow === undefined) return { seen: 'skipped, no Git repository', problems: [] }
  const since = (await git('describe', '--tags', '--abbrev=0', '--match=v*')) ?? start
  const isKnown = (await git('merge-base', '--is-ancestor', since, 'HEAD')) !== undefined
  // A shallow clone may be younger than the start.
  if (!isKnown && isShallow === 'false') return { seen: `skipped, commit ${since} is missing`, problems: [] }
  const from = isKnown ? [`--from=${since}`] : []
  const range = isKnown ? `${since}..HEAD` : 'HEAD'
  const seen = await git('rev-list', '--count', range)
  if (seen === '0') return { seen: 'no new commits', problems: [] }
  const merges = await git('log', '--merges', '--format=%h %s: rebase the branch instead of merging it', range)
  const { code, output } = await runTool('@commitlint/cli/cli.js', [...from, '--to=HEAD', '--color=false'])
  return { seen: Number(seen), problems: [merges, code === 0 ? '' : output].filter(Boolean) }
}
