/** The rights of each kind of invitation, as text that follows the name of the place. */
export const offers = {
  ADMIN: 'as an admin',
  MEMBER: 'as a member',
  GUEST: 'as a guest',
  READ: 'to view it',
  WRITE: 'to edit it',
  FULL_ACCESS: 'to edit and share it',
} as const
