/**
 * Continues with a value: synchronously if it is available, otherwise when it is. Most turns wait for nothing, and waiting costs
 * time and memory.
 */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
