/** Projects of `vitest.config.ts` that `npm test` runs. */
export const runByDefault = ['all', 'apart', 'postgres', 'unit']
/** Projects that it leaves to CI: they take long, and seldom fail alone. `npm test -- --all` runs them, too. */
export const leftToCi = ['packed', 'postgres-services', 'reliability']
