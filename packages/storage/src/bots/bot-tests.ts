/** A conversation that a bot must be able to hold, as JSON text. */
export interface BotTest {
  id: string
  botId: string
  name: string
  test: string
  createdAt: number
  updatedAt: number
}

/** Limits on the tests of one bot. */
export interface TestQuota {
  tests: number
  /** Total size of all tests as JSON. */
  bytes: number
}

/** Tests of bots. The caller decides from the bot who may read and change them. */
export interface BotTestStore {
  /** Oldest first. */
  list(botId: string): Promise<BotTest[]>
  /** Adds tests to one bot, all or none: `full` if they would exceed its limits. */
  add(tests: readonly BotTest[], room: TestQuota): Promise<'added' | 'full'>
  /** With `basedOn`, the time of the version that was edited, a test that was changed since stays as it is. */
  update(
    change: Pick<BotTest, 'id' | 'botId' | 'name' | 'test' | 'updatedAt'>,
    room: TestQuota,
    basedOn?: number,
  ): Promise<BotTest | 'missing' | 'full' | 'changed'>
  delete(botId: string, id: string): Promise<BotTest | undefined>
}
