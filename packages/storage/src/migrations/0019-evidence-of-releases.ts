/** Results of a replay of conversations before the release was published. */
export default /* sql */ `
  ALTER TABLE releases ADD COLUMN evidence TEXT;
`
