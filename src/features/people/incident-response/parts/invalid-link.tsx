import { Page } from '#ui/plain/page.tsx'
import { Phone } from '#ui/plain/phone.tsx'
import { messages } from '../inputs.ts'

/** Without the whole link there is nothing to open (INC-02, decision 40); drawn by the server as well. */
export const InvalidLink = ({
  reach,
  why = 'This link is not complete. Copy all of it from the email.',
}: {
  reach: { email: string; phone: string } | undefined
  why?: string | undefined
}) => (
  <Page title={messages.invalidLink} width="text">
    <p>{why}</p>
    {reach ? (
      <p>
        Or write to <a href={`mailto:${reach.email}`}>{reach.email}</a> or call <Phone of={reach.phone} />.
      </p>
    ) : null}
  </Page>
)
