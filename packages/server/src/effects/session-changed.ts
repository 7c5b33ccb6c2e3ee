/** Thrown when a session is no longer the one that a turn is based on: the turn is taken again, or belongs to somebody else. */
export class SessionChanged extends Error {
  constructor() {
    super('The session has changed since the turn began')
  }
}
