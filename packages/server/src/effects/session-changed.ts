/** Something has changed the session since a turn read it. The turn runs again, or somebody else answers in its place. */
export class SessionChanged extends Error {
  constructor() {
    super('The session has changed since the turn began')
  }
}
