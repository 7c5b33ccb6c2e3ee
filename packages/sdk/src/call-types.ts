/** What may accompany a call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Sent as `Idempotency-Key`: the server performs calls with the same key once. */
  idempotencyKey?: string
}

/** A function that performs an operation. Its input may be left out where the operation needs none. */
export type Call<Input, Answer> = unknown extends Input
  ? (input?: Record<string, never>, options?: CallOptions) => Promise<Answer>
  : Partial<Input> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Answer>
    : (input: Input, options?: CallOptions) => Promise<Answer>
