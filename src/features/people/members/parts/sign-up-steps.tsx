import { Steps } from '#ui/steps.tsx'

export type SignUpStep = 'info' | 'email-verify' | 'complete'

const labels: Record<SignUpStep, string> = {
  info: 'About you',
  'email-verify': 'Confirm your email',
  complete: 'Welcome',
}
const order = Object.keys(labels) as SignUpStep[]

/** How far a sign-up has come (AUTH-03), wherever it goes on: also in the browser that opened its mail. */
export const SignUpSteps = ({ now }: { now: SignUpStep }) => (
  <Steps
    label="Sign-up"
    isLine="named"
    steps={order.map((each, index) => ({
      label: labels[each],
      state: each === now ? 'now' : index < order.indexOf(now) ? 'done' : 'next',
    }))}
  />
)
