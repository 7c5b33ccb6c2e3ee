/** Messages of the rating of a conversation that a person has resolved. */
export const ratingEnglish = {
  rateConversation: 'How was this conversation?',
  ratingComment: 'Comment (optional)',
  rated: 'Thank you for your rating.',
}
