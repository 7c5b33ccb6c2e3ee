/** Projects of `vitest.config.ts` that `npm test` leaves to CI: they take long, and seldom fail alone. `npm test -- --all` runs them, too. */
export const leftToCi = ['packed', 'postgres-services', 'reliability']
