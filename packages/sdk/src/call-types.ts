/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Sent as `Idempotency-Key`: the server performs calls with the same key once. */
  idempotencyKey?: string
}

/** A function that performs an operation. The input is optional if the operation requires none. */
export type Call<Input, Answer> = unknown extends Input
  ? (input?: Record<string, never>, options?: CallOptions) => Promise<Answer>
  : Partial<Input> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Answer>
    : (input: Input, options?: CallOptions) => Promise<Answer>
