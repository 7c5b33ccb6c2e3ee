/** Messages of a conversation in which a person speaks. */
export const peopleEnglish = {
  talkingTo: 'You are talking to {name}.',
  talkingToPerson: 'You are talking to a person.',
  waitingForPerson: 'A person will answer here. You can close this page and come back.',
  personTyping: 'Typing…',
  resolved: 'This conversation was resolved. Write again if you need anything else.',
}
