/** The time at which a service last ran on this database, which reveals a clock that has jumped ahead. */
export interface ClockStore {
  /** Milliseconds since 1970. Before the first `note`, the time of the newest rows; undefined in an empty database. */
  latest(): Promise<number | undefined>
  /** Records that a service is running at this time, in milliseconds since 1970. A time earlier than the recorded one changes nothing. */
  note(now: number): Promise<void>
}

/** Name of the setting that stores the time. */
export const clockSetting = 'clock-seen-at'
