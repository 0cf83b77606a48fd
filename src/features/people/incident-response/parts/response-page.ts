/** What the page of whoever got a link is called, before and after it is opened. */
export const responsePage = {
  title: 'Incident response',
  heading: 'Tell us what happened',
  lead: 'Somebody of the house asks you about an incident. Read what it is about, and say what you know.',
}
