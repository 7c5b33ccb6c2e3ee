import type { FlowTest, ReadTest, SuiteReport, TestSuite, WalkReport } from '@colloquy/prove'

type Source = TestSuite['draft']

/** Requests to the worker that runs tests, and its responses. */
export interface TestOrders {
  run: { asks: Pick<TestSuite, 'draft' | 'tests' | 'linked'>; answers: SuiteReport }
  /** Writes a test as text. */
  write: { asks: { test: FlowTest }; answers: string }
  read: { asks: { text: string }; answers: ReadTest }
  /** Returns the test with the current results of the draft as its expectations. */
  propose: { asks: { test: FlowTest; draft: Source; linked: readonly Source[] }; answers: FlowTest }
  /** Sends synthetic visitors through the draft, and returns their findings. */
  walk: { asks: { draft: Source; linked: readonly Source[] }; answers: WalkReport }
  /** Returns a test that reaches a block or takes an edge; null if visitors find no way there. */
  missing: {
    asks: { target: { blockId: string } | { edgeId: string }; draft: Source; linked: readonly Source[] }
    answers: FlowTest | null
  }
}
