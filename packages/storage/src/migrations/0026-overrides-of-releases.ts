/** Why a release was published although checks failed, and who said so: a JSON array, null without any. */
export default /* sql */ `
  ALTER TABLE releases ADD COLUMN overrides TEXT;
`
