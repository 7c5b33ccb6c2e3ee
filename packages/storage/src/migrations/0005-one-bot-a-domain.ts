export default /* sql */ `
  CREATE UNIQUE INDEX bots_by_domain ON bots (custom_domain) WHERE custom_domain IS NOT NULL;
`
