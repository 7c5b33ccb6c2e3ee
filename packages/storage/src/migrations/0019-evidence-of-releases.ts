/** What a replay of conversations found before the release was published. */
export default /* sql */ `
  ALTER TABLE releases ADD COLUMN evidence TEXT;
`
