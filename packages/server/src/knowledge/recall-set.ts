/** Help of a shop, with questions in words of customers and the heading under which each is answered. */
const answers: readonly (readonly [heading: string, text: string, ...questions: string[]])[] = [
  [
    'Return an order',
    'You can return an order within 30 days. Print the label from your account and drop the parcel at any post office.',
    'How do I send something back or return it?',
    'How many days do I have for returns?',
  ],
  [
    'Refunds',
    'We refund the purchase price within five working days after the parcel has arrived. The money goes to the card you paid with.',
    'When do I get my money back?',
    'Which card is the refund paid to?',
  ],
  [
    'Delivery times',
    'Orders before noon leave our warehouse the same day. Standard delivery takes two to three working days, express delivery one.',
    'How long does standard delivery take?',
    'Is there express delivery?',
  ],
  [
    'Delivery costs',
    'Delivery is free from 50 euros. Below that we charge 4.90 euros, and 9.90 euros for express.',
    'What does delivery cost?',
    'From which amount is delivery free?',
  ],
  [
    'Countries',
    'We deliver to all countries of the European Union, to Norway and to Switzerland. Customs duties for Switzerland are paid by the customer.',
    'Do you ship to Norway?',
    'Who pays customs for Switzerland?',
  ],
  [
    'Payment methods',
    'We accept credit cards, bank transfer and invoice. Invoices are due after 14 days.',
    'Can I pay by bank transfer?',
    'When is an invoice due?',
  ],
  [
    'Change a delivery address',
    'You can change the address of an order until it has left the warehouse. Open the order in your account and choose Edit address.',
    'I moved, can I edit the address of my order?',
  ],
  [
    'Cancel an order',
    'An order can be cancelled until it is packed. Choose Cancel in your account; afterwards you can only return it.',
    'How can I cancel what I ordered?',
  ],
  [
    'Track a parcel',
    'The e-mail about the dispatch contains a tracking number. Enter it on the page of the carrier to see where the parcel is.',
    'Where is my parcel?',
    'Where do I find the tracking number?',
  ],
  [
    'Damaged goods',
    'Send us a photo of the damage within a week. We replace damaged goods free of charge.',
    'My item arrived broken and damaged, what now?',
  ],
  [
    'Warranty',
    'All devices have a warranty of two years. Batteries are covered for six months.',
    'How long is the warranty of a device?',
    'Are batteries covered by the warranty?',
  ],
  [
    'Gift cards',
    'Gift cards are valid for three years. Enter the code in the basket; what is left stays on the card.',
    'How long is a gift card valid?',
    'Where do I enter the code of a gift card?',
  ],
  [
    'Create an account',
    'Choose Sign up and enter your e-mail address. We send a link that confirms it.',
    'How do I sign up?',
  ],
  [
    'Reset a password',
    'Choose Forgot password on the sign-in page. The link in the e-mail is valid for an hour.',
    'I forgot my password',
    'How long does the link for a new password work?',
  ],
  [
    'Delete an account',
    'Write to our support to have your account deleted. Invoices are kept for ten years by law.',
    'Please delete my account and data',
  ],
  [
    'Opening hours',
    'The shop in Hamburg is open from Monday to Saturday, 10 to 19. It is closed on public holidays.',
    'When is the shop in Hamburg open?',
    'Are you closed on holidays?',
  ],
  [
    'Contact',
    'Our support answers by e-mail and by phone on working days from 9 to 17.',
    'How can I reach support by phone?',
  ],
  [
    'Loyalty points',
    'Each euro gives one point. 100 points are worth five euros at the next order. Points expire after a year.',
    'What are points worth?',
    'Do points expire?',
  ],
  [
    'Repairs',
    'We repair our devices after the warranty, too. The workshop gives you an estimate before it begins.',
    'Do you repair old devices?',
  ],
  ['Recycling', 'Bring old devices to our shop: we recycle them at no cost.', 'Where can I recycle an old device?'],
]

export const recallSet = {
  document: answers.map(([heading, text]) => `## ${heading}\n\n${text}`).join('\n\n'),
  questions: answers.flatMap(([heading, , ...questions]) => questions.map((question) => ({ question, heading }))),
  /** Questions that it does not answer. */
  otherQuestions: [
    'What is the capital of France?',
    'Who won the world cup in 2014?',
    'Can you write me a poem about the sea?',
    'How do I bake a cake without eggs?',
    'Is my dog allowed to eat chocolate?',
    'What will the weather be like tomorrow?',
    'How do I repair my bicycle?',
    'Do you sell houses in Berlin?',
    'Tell me a joke about orders',
    'What time is the train to London?',
  ],
}
