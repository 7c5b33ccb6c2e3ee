/** When a service last ran on this database, by which it tells a clock that has jumped ahead. */
export interface ClockStore {
  /** Milliseconds since 1970. Before anything was noted, the time of the newest rows; undefined in an empty database. */
  latest(): Promise<number | undefined>
  /** Notes that a service runs at this time, in milliseconds since 1970. An earlier one than noted before changes nothing. */
  note(now: number): Promise<void>
}

/** The name of the setting that holds it. */
export const clockSetting = 'clock-seen-at'
