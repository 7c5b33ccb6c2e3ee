/** A conversation that a bot has to hold, as JSON text. */
export interface BotTest {
  id: string
  botId: string
  name: string
  test: string
  createdAt: number
  updatedAt: number
}

/** The room that the tests of one bot have. */
export interface RoomOfTests {
  tests: number
  /** Of all of them as JSON. */
  bytes: number
}

/** Who may see and change tests is decided by the caller, from the bot. */
export interface BotTestStore {
  /** Oldest first. */
  list(botId: string): Promise<BotTest[]>
  /** Adds tests to one bot, all or none: `full` if they do not fit in its room. */
  add(tests: readonly BotTest[], room: RoomOfTests): Promise<'added' | 'full'>
  update(
    change: Pick<BotTest, 'id' | 'botId' | 'name' | 'test' | 'updatedAt'>,
    room: RoomOfTests,
  ): Promise<BotTest | 'missing' | 'full'>
  delete(botId: string, id: string): Promise<BotTest | undefined>
}
