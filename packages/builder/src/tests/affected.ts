import type { BotDocument } from '@colloquy/flow/operations'
import type { TestReport } from '@colloquy/prove'

/** True if a test visits a block that differs from the published version, or if nothing is published. */
export function affectedBy({ blocks }: TestReport, live: object | null | undefined, draft: BotDocument): boolean {
  if (!live) return true
  const before = jsonOfBlocks(live as BotDocument)
  const now = jsonOfBlocks(draft)
  return blocks.some((id) => before.get(id) !== now.get(id))
}

function jsonOfBlocks({ groups }: Pick<BotDocument, 'groups'>): Map<string, string> {
  return new Map(groups.flatMap(({ blocks }) => blocks.map((block) => [block.id, JSON.stringify(block)] as const)))
}
