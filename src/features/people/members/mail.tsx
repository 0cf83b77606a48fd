import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate, strangerMail } from '#platform/mail/mail.ts'
import { type SecurityNotice, securityNotice } from './rules.ts'

interface Linked {
  firstName: string
  url: string
}
const linked: Linked = { firstName: 'Ada', url: 'https://exchange.example/confirm-signup?token=example' }
export const confirmSignUpMail = mailTemplate<Linked>({
  name: 'members.confirm-sign-up',
  secretMinutes: 24 * 60,
  example: linked,
  subject: () => 'Confirm your email address',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="One click and your account is ready."
      venue={venue}
      footer="You get this because this address was used to create an account. If that was not you, ignore it: nothing happens without the click."
    >
      <Heading>Confirm your email address</Heading>
      <Greeting name={firstName} />
      <Para>
        Welcome to the house. Confirm that this address is yours and your account is ready. The link works once and for
        24 hours.
      </Para>
      <Button href={url}>Confirm my address</Button>
    </MailLayout>
  ),
})

/** To an archived address that somebody typed: only its owner reads why no account was made (decision 59). */
export const notAllowedMail = strangerMail({
  name: 'members.not-allowed',
  subject: 'We could not make an account',
  body: ({ venue }) => (
    <MailLayout
      preview="This address is tied to an archived account."
      venue={venue}
      footer="You get this because this address was used to create an account. If that was not you, ignore it."
    >
      <Heading>We could not make an account</Heading>
      <Greeting name="" />
      <Para>
        Somebody used this address for an account with us. It is tied to an archived account, so we made none. If you
        think that is wrong, please write to us and one of us will look at it.
      </Para>
    </MailLayout>
  ),
})

export const confirmNewEmailMail = mailTemplate<Linked>({
  name: 'members.confirm-new-email',
  secretMinutes: 24 * 60,
  example: { ...linked, url: 'https://exchange.example/change-email?token=example' },
  subject: () => 'Confirm this address for your account',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="One click and your account has this address."
      venue={venue}
      footer="You get this because somebody asked to use this address for their account. If that was not you, ignore it: nothing happens without the click."
    >
      <Heading>Confirm this address for your account</Heading>
      <Greeting name={firstName} />
      <Para>
        Confirm that this address is yours, and your account moves to it. You then sign in with it. The link works once
        and for 24 hours.
      </Para>
      <Button href={url}>Use this address</Button>
    </MailLayout>
  ),
})

export const invitationMail = mailTemplate<Linked>({
  name: 'members.invitation',
  secretMinutes: 7 * 24 * 60,
  example: { firstName: 'Ada', url: 'https://exchange.example/invite?token=example' },
  subject: () => 'Your invitation to Exchange',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="Your account is ready. Choose a password and come in."
      venue={venue}
      footer="You get this because the house made an account for this address. If you did not expect it, tell us."
    >
      <Heading>Your account is ready</Heading>
      <Greeting name={firstName} />
      <Para>
        We made an account for you. Open this link, choose a password and you are in. It works once and for seven days;
        after that, ask for a new password on the sign-in page.
      </Para>
      <Button href={url}>Accept the invitation</Button>
    </MailLayout>
  ),
})

export const temporaryPasswordMail = mailTemplate<Linked>({
  name: 'members.temporary-password',
  example: { firstName: 'Ada', url: 'https://exchange.example/auth' },
  subject: () => 'Your account at Exchange',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="Sign in with the password we gave you and choose your own."
      venue={venue}
      footer="You get this because the house made an account for this address. If you did not expect it, tell us."
    >
      <Heading>Your account is ready</Heading>
      <Greeting name={firstName} />
      <Para>
        We made an account for you with this address. Sign in with the temporary password that you were given; you then
        choose your own.
      </Para>
      <Button href={url}>Sign in</Button>
    </MailLayout>
  ),
})

interface Held {
  firstName: string
  status: 'blocked' | 'suspended'
  reason: string
}

/** The account is closed to its owner: why, and what becomes of what they pay (decision 3). */
export const onHoldMail = mailTemplate<Held>({
  name: 'members.on-hold',
  example: { firstName: 'Ada', status: 'suspended', reason: 'Unpaid damage' },
  subject: ({ status }) => `Your account is ${status}`,
  body: ({ firstName, status, reason }, { venue, publicUrl }) => (
    <MailLayout preview={reason} venue={venue} footer="You get this because you have an account at Exchange.">
      <Heading>{`Your account is ${status}`}</Heading>
      <Greeting name={firstName} />
      <Para>
        {status === 'blocked'
          ? 'The house has blocked your account. You cannot use the members’ pages any more.'
          : 'The house has suspended your account. Until that is lifted you cannot use the members’ pages.'}
      </Para>
      <Para>
        Payments that you had begun are closed, and whatever arrives all the same goes back to you. Your tokens stay on
        your account and do not expire; they can be spent again when it is open again. To ask for tokens that you bought
        to be paid back, write to us.
      </Para>
      <Facts rows={[['Why', reason]]} />
      <Button href={`${publicUrl}/contact`}>Contact us</Button>
    </MailLayout>
  ),
})

/** The account is open again. */
export const holdLiftedMail = mailTemplate<Linked & { isPaying: boolean }>({
  name: 'members.hold-lifted',
  example: { firstName: 'Ada', url: 'https://exchange.example', isPaying: true },
  subject: () => 'Your account is open again',
  body: ({ firstName, url, isPaying }, { venue }) => (
    <MailLayout
      preview="You can sign in and use the house again."
      venue={venue}
      footer="You get this because you have an account at Exchange."
    >
      <Heading>Your account is open again</Heading>
      <Greeting name={firstName} />
      <Para>
        {isPaying
          ? 'You can sign in and use the house again. Your membership goes on, and is charged again from its next month.'
          : 'You can sign in and use the house again. A paid membership that had ended does not come back by itself: choose a plan whenever you like.'}
      </Para>
      <Button href={`${url}/members`}>See your membership</Button>
    </MailLayout>
  ),
})

export const alreadyRegisteredMail = mailTemplate<Linked>({
  name: 'members.already-registered',
  example: { firstName: 'Ada', url: 'https://exchange.example/auth' },
  subject: () => 'You already have an account',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="Somebody entered your address for an account."
      venue={venue}
      footer="You get this because this address was entered in a form of ours."
    >
      <Heading>You already have an account</Heading>
      <Greeting name={firstName} />
      <Para>
        Somebody, perhaps you, entered this address for an account. There is one already. Sign in, or choose a new
        password if you forgot yours.
      </Para>
      <Button href={url}>Sign in</Button>
    </MailLayout>
  ),
})

export const resetPasswordMail = mailTemplate<Linked>({
  name: 'members.reset-password',
  secretMinutes: 60,
  example: { firstName: 'Ada', url: 'https://exchange.example/reset-password?token=example' },
  subject: () => 'Choose a new password',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="The link works once, for one hour."
      venue={venue}
      footer="If you did not ask for this, ignore it: your password stays as it is."
    >
      <Heading>Choose a new password</Heading>
      <Greeting name={firstName} />
      <Para>
        Use this link to choose a new password. It works once and for one hour. All devices will be signed out.
      </Para>
      <Button href={url}>Choose a new password</Button>
    </MailLayout>
  ),
})

export const magicLinkMail = mailTemplate<Linked>({
  name: 'members.magic-link',
  secretMinutes: 15,
  example: { firstName: 'Ada', url: 'https://exchange.example/magic-link?token=example' },
  subject: () => 'Your sign-in link',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="The link works once, for 15 minutes."
      venue={venue}
      footer="If you did not ask for this, ignore it."
    >
      <Heading>Your sign-in link</Heading>
      <Greeting name={firstName} />
      <Para>Use this link to sign in. It works once and for 15 minutes.</Para>
      <Button href={url}>Sign in</Button>
    </MailLayout>
  ),
})

export const changeEmailMail = mailTemplate<Linked & { newEmail: string }>({
  name: 'members.change-email',
  secretMinutes: 24 * 60,
  example: {
    ...linked,
    url: 'https://exchange.example/change-email?token=example',
    newEmail: 'ada@new.example',
  },
  subject: () => 'Confirm your new email address',
  body: ({ firstName, url, newEmail }, { venue }) => (
    <MailLayout
      preview="Confirm that your account moves to a new address."
      venue={venue}
      footer="If you did not ask for this, do not click, and change your password."
    >
      <Heading>Move your account to a new address</Heading>
      <Greeting name={firstName} />
      <Para>You asked to move your account to a new address. Confirm it here; we then write to the new address.</Para>
      <Facts rows={[['New address', newEmail]]} />
      <Button href={url}>Confirm the change</Button>
    </MailLayout>
  ),
})

export const passwordChangedMail = mailTemplate<Linked>({
  name: 'members.password-changed',
  example: { firstName: 'Ada', url: 'https://exchange.example/auth?mode=forgot-password' },
  subject: () => 'Your password was changed',
  body: ({ firstName, url }, { venue }) => (
    <MailLayout
      preview="If this was not you, act now."
      venue={venue}
      footer="You get this whenever the password of your account changes."
    >
      <Heading>Your password was changed</Heading>
      <Greeting name={firstName} />
      <Para>
        The password of your account was just changed. If this was you, there is nothing to do. If not, choose a new one
        at once.
      </Para>
      <Button href={url}>That was not me</Button>
    </MailLayout>
  ),
})

export const securityNoticeMail = mailTemplate<Linked & SecurityNotice>({
  name: 'members.security-notice',
  example: securityNotice('secondFactorOff', 'Ada', 'https://exchange.example/account'),
  subject: ({ title }) => title,
  body: ({ firstName, url, title, text }, { venue }) => (
    <MailLayout
      preview="If this was not you, act now."
      venue={venue}
      footer="You get this whenever the security of your account changes."
    >
      <Heading>{title}</Heading>
      <Greeting name={firstName} />
      <Para>{text}</Para>
      <Para>If you did not expect this, change your password at once and tell us.</Para>
      <Button href={url}>Look at my account</Button>
    </MailLayout>
  ),
})
