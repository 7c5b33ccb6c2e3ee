import type { FlowTest, MissingTarget, ReadTest, SuiteReport, TestRun, TestSuite, WalkReport } from '@colloquy/prove'

type Source = TestSuite['draft']

/** Transcript of a run: the replies of the test with the values of its row, and the messages of the bot. */
export interface Conversation {
  replies: FlowTest['steps'][number]['reply'][]
  steps: TestRun['steps']
}

/** Requests to the worker that runs tests, and its responses. */
export interface TestOrders {
  /** The report has no transcripts. */
  run: {
    asks: Pick<TestSuite, 'draft' | 'linked'> & { suite: Pick<TestSuite, 'tests'> }
    answers: SuiteReport
  }
  /** Runs one test, and returns what was said in the row that failed first, or else in the first one. */
  converse: { asks: { test: FlowTest; draft: Source; linked: readonly Source[] }; answers: Conversation }
  /** Writes a test as text. */
  write: { asks: { test: FlowTest }; answers: string }
  read: { asks: { text: string }; answers: ReadTest }
  /** Returns the test with the current results of the draft as its expectations. */
  propose: { asks: { test: FlowTest; draft: Source; linked: readonly Source[] }; answers: FlowTest }
  /** Returns the test with what holds in the place of an expectation that failed. */
  replace: {
    asks: { test: FlowTest; failure: TestRun['failures'][number] }
    answers: FlowTest
  }
  /** Returns the test without its expectations of deleted parts. */
  mend: { asks: { test: FlowTest; draft: Source; linked: readonly Source[] }; answers: FlowTest }
  /** Sends synthetic visitors through the draft, and returns their findings. */
  walk: { asks: { draft: Source; linked: readonly Source[] }; answers: WalkReport }
  /** Returns a test that visits a part of the flow; null if visitors find no way there. */
  missing: {
    asks: { target: MissingTarget; draft: Source; linked: readonly Source[] }
    answers: FlowTest | null
  }
}
