/** Projects of `vitest.config.ts` that `npm test` runs. */
export const runByDefault = ['all', 'apart', 'journeys', 'postgres', 'unit']
/** Projects that it leaves to CI, and what they are. `npm test -- --all` runs them, too. */
export const leftToCi = {
  docs: 'the commands of the guides, and the static documentation site',
  packed: 'the packages as npm packs them',
  pages: 'each page of the builder and the widget by itself',
  'postgres-services': 'services on PostgreSQL',
  reliability: 'the reliability tests at a small size',
}
