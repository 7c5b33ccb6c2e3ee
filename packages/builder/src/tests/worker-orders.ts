import type { FlowTest, ReadTest, SuiteReport, TestSuite, WalkReport } from '@colloquy/prove'

type Source = TestSuite['draft']

/** Requests to the worker that runs tests, and its responses. */
export interface TestOrders {
  run: { asks: Pick<TestSuite, 'draft' | 'tests' | 'linked'>; answers: SuiteReport }
  /** The test as text. */
  write: { asks: { test: FlowTest }; answers: string }
  read: { asks: { text: string }; answers: ReadTest }
  /** The test with what the draft gives now as its expectations. */
  propose: { asks: { test: FlowTest; draft: Source; linked: readonly Source[] }; answers: FlowTest }
  /** What synthetic visitors find in the draft. */
  walk: { asks: { draft: Source; linked: readonly Source[] }; answers: WalkReport }
  /** A test that gets to a block or takes an edge; null where visitors find no way. */
  missing: {
    asks: { target: { blockId: string } | { edgeId: string }; draft: Source; linked: readonly Source[] }
    answers: FlowTest | null
  }
}
