import { UserRound } from 'lucide-react'
import type { Offered } from '../design/use-offers.js'
import { type Mentionable, mentionsAt } from './mentions.js'

/** The people to offer for the `@` in front of the cursor. */
export function offeredMentions(text: string, at: number, people: readonly Mentionable[]): Offered[] {
  const mentions = mentionsAt(text, at, people)
  if (!mentions) return []
  const { from, found } = mentions
  return found.map(({ id, label, hint }) => ({
    key: id,
    label,
    hint,
    icon: UserRound,
    applied(written, end) {
      const before = `${written.slice(0, from)}@${label} `
      return [before + written.slice(end).replace(/^ /, ''), before.length]
    },
  }))
}
