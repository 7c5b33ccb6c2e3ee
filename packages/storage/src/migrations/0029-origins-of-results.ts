/**
 * Origin of a result: the release that answered last, and the environment, null for `live`. Results whose sessions are gone have no
 * release, and those whose sessions have expired count as `live`. Sessions are found by their ids: `coalesce` keeps SQLite from reading all
 * those of the bot for each result.
 */
export default /* sql */ `
  ALTER TABLE results ADD COLUMN release_id TEXT;
  ALTER TABLE results ADD COLUMN environment_id TEXT;

  UPDATE results SET release_id = (
    SELECT sessions.release_id FROM sessions
    WHERE sessions.id = results.last_chat_session_id AND coalesce(sessions.bot_id, '') = results.bot_id
  );
  UPDATE results SET environment_id = (
    SELECT environments.id FROM sessions JOIN environments ON environments.bot_id = sessions.bot_id
    WHERE sessions.id = results.last_chat_session_id AND coalesce(sessions.bot_id, '') = results.bot_id
      AND sessions.state LIKE '%"environment":{"id":"' || environments.id || '"%'
  ) WHERE bot_id IN (SELECT bot_id FROM environments);
`
