interface Said {
  title: string
  text: string
  /** What is to be seen on its picture, of this kind of artwork. */
  picture?: [kind: string, alt: string]
  comments: string[]
}

/** What members wrote, the newest first. */
export const posts: Said[] = [
  {
    title: 'A mitre saw, for one afternoon?',
    text: 'I am framing twelve prints for Saturday and mine has given up. I would bring it back on the same day, sharper than before.',
    comments: [
      'I have one in studio B. Come by after four.',
      'You are saving my market. Thank you.',
      'If you need clamps as well, take mine from the shelf.',
    ],
  },
  {
    title: 'The first proof of the map is dry',
    text: 'Two years of walking along rivers that nobody sees any more, and here it is: 24 colours, one sheet. I pull the edition next week in the print room. Whoever wants to watch is welcome, from ten o’clock.',
    picture: ['event', 'A printed map in green and blue, with rivers like veins'],
    comments: ['That blue. How many layers is it?', 'Seven. I counted wrong twice.', 'I come with a camera, if I may.'],
  },
  {
    title: 'Offcuts of oak, free to whoever collects them',
    text: 'About forty pieces, none longer than an arm. They stand in a crate beside the back door until Friday, then they become kindling.',
    comments: ['Taken ten for spoons. There is plenty left.'],
  },
  {
    title: 'Looking for a voice',
    text: 'We need somebody with a low, unhurried voice for four minutes of an audio walk. It is paid, it is recorded in our podcast studio, and it is about eels.',
    picture: ['podcast-studio', 'A microphone before a wall of felt'],
    comments: ['My neighbour reads to children at the library. I ask her.', 'Eels! I am in.', 'Sent you a recording.'],
  },
  {
    title: 'What do you charge for a portrait?',
    text: 'I never know. An hour in the studio, ten pictures, two that people keep. I have asked for £90 and for £240 and felt wrong both times. How do you work it out?',
    comments: [
      'Count the hours after, not only the hour with the camera. You will end near the second number.',
      'I have a day rate and divide it. It ends every discussion, with myself as well.',
      'Charge what makes you want to answer the telephone.',
    ],
  },
  {
    title: 'The dye garden is open for cuttings',
    text: 'Weld, woad and madder have outgrown their pots on the roof. Bring scissors and a wet cloth. I show how to keep them alive through the winter.',
    picture: ['event', 'Rows of flowers in ochre and red'],
    comments: ['Woad survived my balcony, which says a lot.', 'Could you keep some madder for me?'],
  },
  {
    title: 'Thank you for last Thursday',
    text: 'Sixty people, one borrowed projector and not a single chair too many. I have never shown a rough cut to a kinder room. The end is shorter now.',
    comments: ['Keep the scene on the bridge.', 'I cried at the bus. In a good way.'],
  },
  {
    title: 'Anybody else on the seven o’clock shift?',
    text: 'I am at the long desk from seven most mornings and would share a pot of coffee and no conversation before nine.',
    comments: ['Finally somebody who understands.', 'Tuesdays and Thursdays. I bring the beans.'],
  },
  {
    title: 'Three stools, first time in ash',
    text: 'Lighter than the oak ones and a little springy. Sit on them in the lounge and tell me whether they wobble, please, before I make thirty.',
    picture: ['coworking-space', 'Three stools in front of a window'],
    comments: ['The middle one, a little.', 'Which side?', 'The side with me on it.', 'I want two for the shop.'],
  },
  {
    title: 'A reading group for people who make things',
    text: 'One book about work each month, one evening, no homework beyond half of it. We begin with letters of a potter. Say here if you would come.',
    comments: ['I would.', 'Yes, and I have two copies.', 'Only if half counts as whole.'],
  },
  {
    title: 'Does anybody repair enlargers?',
    text: 'The baseboard is fine, the column drifts. It is older than I am and I should like it to stay so.',
    comments: ['Ask the watchmaker in Bell Street. I mean it.'],
  },
  {
    title: 'Screens for the yard concert are finished',
    text: 'Eight metres of linocut on calico. Carry them with two hands and without rain, please. They hang until the end of the month.',
    picture: ['event', 'Patterned screens in vermilion and black'],
    comments: ['They look enormous from the street. Well done.', 'May the market borrow them in December?', 'Gladly.'],
  },
  {
    title: 'Lost: one grey glove, sentimental',
    text: 'Left hand, moss stitch, last seen near the kiln. There is cake in it for whoever finds it.',
    comments: ['It is on the heater in the hall.', 'The cake is lemon. Kitchen, noon.'],
  },
  {
    title: 'Notes on pricing from the talk',
    text: 'For those who could not be there:\n\n– write down every hour for one month\n– add what the room costs you\n– never say “just”\n\nThe whole list of questions is at https://example.org/pricing-notes.',
    comments: ['Never say just. I have it on the wall now.', 'Thank you for writing it up.'],
  },
  {
    title: 'Who photographs ceramics well?',
    text: 'Six bowls, white on white, and I get six grey shapes. I would trade a bowl for an hour of help.',
    picture: ['photography-studio', 'A studio with a white backdrop and two lamps'],
    comments: ['Turn off the ceiling light first. Then I come and show you the rest.', 'I take the trade.'],
  },
  {
    title: 'The choir needs two more basses',
    text: 'Mondays at seven in the event space. Reading music is useful and not required; being on time is both.',
    picture: ['event-space', 'The event space with its chairs in rows'],
    comments: ['I am a baritone with ambitions.', 'That is what all our basses are.'],
  },
  {
    title: 'A small press release that worked',
    text: 'Four sentences, one picture, sent on a Tuesday morning to nine people by name. Three answered, one came. I will send the text to whoever asks.',
    comments: ['Asking.', 'Me too, please.'],
  },
  {
    title: 'The loom moves on Wednesday',
    text: 'It goes from the second floor to the yard room and does not fit into the lift. Four people for half an hour, breakfast is on me.',
    comments: ['Two of us from the bench next door.', 'I can do doors.'],
  },
  {
    title: 'First stall, and I sold out',
    text: 'Forty cards, nine prints, and one drawing that I had not meant to sell. Thank you to everybody who told me to bring change.',
    picture: ['market-stall', 'A market stall with prints on a line'],
    comments: ['You had a queue!', 'Bring more of the foxes next time.', 'Told you about the change.'],
  },
  {
    title: 'Acoustic panels, made from old coats',
    text: 'They work. The echo in the small room is gone and it looks like a cloakroom that has thought about itself. I have fabric for six more.',
    picture: ['music-studio', 'A music studio with panels of wool on the wall'],
    comments: ['May I have two in navy?', 'What is inside?', 'More coats.'],
  },
  {
    title: 'Translating a play, stuck on one word',
    text: 'It means “homesick for a place that was torn down”. In English it takes me nine words. Do you know one?',
    comments: ['Not one word, but my grandmother said “street-sick”.', 'Take your grandmother’s.'],
  },
  {
    title: 'Swap: an hour of bookkeeping for a logo',
    text: 'I like numbers and cannot draw a circle. If it is the other way round with you, we should have tea.',
    comments: ['It is. Thursday?', 'Thursday.'],
  },
  {
    title: 'How the riso handles gold',
    text: 'Better than it says. Print it last, let it lie for a night, and do not stack it. Samples hang beside the machine.',
    picture: ['event', 'Test prints in gold and black'],
    comments: ['So that is why mine looked like mustard.'],
  },
  {
    title: 'Anybody recording birds this spring?',
    text: 'I have two parabolic dishes and know a reed bed where nobody flies a drone. The first train is at five, which is part of it.',
    comments: ['Yes. And I have the other microphone.', 'Five in the morning?', 'The birds insist.'],
  },
  {
    title: 'The kitchen table as a stage',
    text: 'We tried the first ten minutes between breakfast and lunch, for eleven people and a dog. It works in a kitchen. Now I am afraid of theatres.',
    comments: ['The dog was the best of the audience.', 'Do it again for those of us who were at work.'],
  },
  {
    title: 'Ink that survives a washing machine',
    text: 'Asked nine makers, boiled nine cloths. The short answer: heat it twice as long as the tin says.',
    comments: ['Would you show the cloths at the next evening?'],
  },
  {
    title: 'A year at the long desk',
    text: 'One book, two commissions, and I know how eleven of you take your tea. Renewing was the easiest form I have filled in.',
    comments: ['And we know how you take silence.', 'To the second year.'],
  },
  {
    title: 'Do you keep your sketchbooks?',
    text: 'I have forty, they have one shelf, and the shelf has an opinion. What do you do with yours?',
    comments: ['Scan the good page, keep the bad ones. They are the useful part.', 'One box a year, and a label.'],
  },
]

/** What the house wrote, pinned above all others. */
export const pinned: Said = {
  title: 'The kiln is back, and how to book it',
  text: 'It has new elements and fires to 1,260 degrees. The first three weeks are for members who have had the introduction; the next two introductions are on the events page. Please write your name and your cone on the sheet beside it.',
  picture: ['event', 'Flames in vermilion and ochre'],
  comments: ['Is the sheet by the door the right one?', 'It is. Thank you for asking.'],
}

/** A post that was reported and waits for a decision, and why. */
export const reported = {
  title: 'Cheap frames, order today',
  text: 'All sizes, all colours, 40 % off until Sunday. Write to me for the list and tell your friends.',
  reasons: ['This is the third advertisement this month.', 'Not by anybody who frames things, as far as I know.'],
}

/** A post that the house hid, with the appeal of its author. */
export const hidden = {
  title: 'About the noise on the second floor',
  text: 'Whoever plays the drum at eight in the evening plays it badly. There, I have said it for all of us.',
  reason:
    'The code of conduct asks us to tell each other, and not everybody, what bothers us. Please talk to them or to us.',
  appeal: 'I have talked to them twice, and I can take the last sentence out. The hours are a question for everybody.',
}
