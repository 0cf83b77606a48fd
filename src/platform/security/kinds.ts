/** What nobody writes into a row by itself: the server notes it (`securityEvents.note`). */
export const notedKinds = [
  'sign-in-failed',
  'sign-in-locked',
  'code-wrong',
  'link-refused',
  'refused',
  'foreign-origin',
  'limit-hit',
  'signature-wrong',
  'ticket-refused',
  'document-read',
] as const
export type NotedKind = (typeof notedKinds)[number]

/**
 * Every kind of security event. Those that are not noted are changes of rows, which are in the audit log already: its
 * function `security_kind` says which ones they are.
 */
export const securityKinds = [
  ...notedKinds,
  'signed-in',
  'signed-out',
  'password-set',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
  'key-made',
  'key-ended',
  'role-granted',
  'role-withdrawn',
  'account-held',
  'account-released',
  'person-exported',
  'list-exported',
  'person-erased',
] as const
export type SecurityKind = (typeof securityKinds)[number]
