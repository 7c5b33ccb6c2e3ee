import { openDatabase } from './open-database.js'

/**
 * Moves the results of a bot back in time, over the given number of days with more of them recent, as if visitors had answered for a while.
 */
export function spreadResults(folder: string, botId: string, days: number): void {
  const database = openDatabase(folder)
  const rows: { id: string }[] = database.prepare('SELECT id FROM results WHERE bot_id = ?').all(botId)
  const move = database.prepare('UPDATE results SET created_at = created_at - ? WHERE id = ?')
  const moveAnswers = database.prepare(
    'UPDATE answers SET created_at = created_at - ? + number * ? WHERE result_id = ?',
  )
  for (const [index, { id }] of rows.entries()) {
    const back = Math.round(days * 86_400_000 * ((index * 0.618) % 1) ** 1.6)
    move.run(back, id)
    moveAnswers.run(back, 4_000 + (index % 7) * 3_000, id)
  }
  database.close()
}
