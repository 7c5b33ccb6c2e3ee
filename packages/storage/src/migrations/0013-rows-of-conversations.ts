/** Nothing on SQLite. On PostgreSQL the references of rows that a turn adds go (postgres/own-deletes.ts). */
export default /* sql */ `-- Rows of conversations`
