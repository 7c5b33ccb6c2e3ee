/** Messages of the rating of a conversation that a person has resolved. */
export const ratingEnglish = {
  rateConversation: 'How was this conversation?',
  ratingComment: 'Comment (optional)',
  ratingFailed: 'Your rating could not be sent. Please try again.',
  rated: 'Thank you for your rating.',
}
