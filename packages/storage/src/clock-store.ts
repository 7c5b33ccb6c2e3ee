import { type ClockStore, clockSetting } from './clock.js'
import type { Database } from './database.js'

export function clockStore(database: Database): ClockStore {
  return {
    async latest() {
      const noted = await database.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', clockSetting)
      if (noted) return Number(noted.value)
      const rows = await database.all<{ at: number | null }>(newestRows)
      const times = rows.flatMap(({ at }) => at ?? [])
      return times.length === 0 ? undefined : Math.max(...times)
    },
    async note(now) {
      await database.run(noteLater, clockSetting, String(now))
    },
  }
}

/** Read by indexes, or from small tables. */
const newestRows =
  'SELECT max(updated_at) AS at FROM users UNION ALL SELECT max(last_used_at) FROM sign_ins ' +
  'UNION ALL SELECT max(updated_at) FROM bots UNION ALL SELECT max(at) FROM (SELECT (SELECT max(created_at) FROM results ' +
  'WHERE results.bot_id = bots.id AND results.is_deleted = 0) AS at FROM bots) AS newest'
const noteLater =
  'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value ' +
  'WHERE CAST(settings.value AS BIGINT) < CAST(excluded.value AS BIGINT)'
